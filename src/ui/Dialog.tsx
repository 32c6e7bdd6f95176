import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  use,
  useRef,
  useState,
} from 'react';
import { Button, IconButton } from './Button.tsx';
import { Notice } from './notices.tsx';
import { focusFirst, PageCoveredContext } from './states.tsx';
import { useFadeOut } from './useFadeOut.ts';

type DialogProps = {
  isAlert?: boolean;
  title: ReactNode;
  context?: ReactNode;
  hasRedEdge?: boolean;
  onClose: () => void;
  focus?: {
    initial?: RefObject<HTMLElement | null>;
    /** Without this, or if it returns null, the focus goes back to where it was, if it can. */
    final?: () => HTMLElement | null;
  };
  children: ReactNode;
};

export function Dialog({ isAlert, title, context, hasRedEdge, onClose, focus = {}, children }: DialogProps) {
  const portal = useFadeOut('dialog');
  const isCovered = use(PageCoveredContext);
  const [opener] = useState(() => document.activeElement);
  return (
    // A click outside could lose what was typed.
    <BaseDialog.Root open={!isCovered} disablePointerDismissal onOpenChange={(open) => !open && onClose()}>
      {/* A hidden dialog stays mounted, so that its fields keep their text. */}
      <BaseDialog.Portal keepMounted ref={portal}>
        <BaseDialog.Backdrop className="moving fixed inset-0 z-40 bg-scrim [--from:0]" />
        <BaseDialog.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center tall:sm:p-6">
          <BaseDialog.Popup
            role={isAlert ? 'alertdialog' : 'dialog'}
            onKeyDownCapture={ignoreForeignEnter}
            initialFocus={focus.initial ?? true}
            finalFocus={() => {
              // If the opener has left the page, Base UI would focus an earlier one, which may be a button "Delete".
              focusFirst(focus.final?.(), opener);
              return false;
            }}
            className={`moving relative max-h-[92dvh] w-full overflow-y-auto border border-line bg-raised px-5.5 pt-5 pb-5.5 shadow-dialog outline-none rounded-t-dialog sm:max-h-full sm:rounded-dialog sm:max-w-130 sm:has-[textarea]:max-w-180 ${hasRedEdge ? 'border-t-3 border-t-danger-fill' : ''}`}
          >
            {context}
            <BaseDialog.Title
              className={`font-semibold text-balance wrap-anywhere ${isAlert ? 'text-title' : 'pr-8 text-lead'}`}
            >
              {title}
            </BaseDialog.Title>
            {children}
            {/* The last Tab stop, so that a dialog with fields opens with the focus on one. */}
            {!isAlert && <CloseButton className="absolute top-4.5 right-4 touch:top-3" />}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** A held Enter may belong to the step before, and one with code 229 to the input method (`isComposing` is false in Safari). */
function ignoreForeignEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || (!event.repeat && event.nativeEvent.keyCode !== 229)) return;
  event.preventDefault();
  event.stopPropagation();
}

export function DialogDescription({ children }: { children: ReactNode }) {
  return <BaseDialog.Description className="mt-1.5">{children}</BaseDialog.Description>;
}

type FormDialogProps = {
  title: ReactNode;
  description: string;
  submitLabel: string;
  canSubmit: boolean;
  /** Shows its error, and closes after a success. */
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog(props: FormDialogProps) {
  const { onSubmit, onClose } = props;
  const { mutate, error, isPending } = useMutation({ mutationFn: onSubmit, onSuccess: onClose });
  const canSubmit = props.canSubmit && !isPending;
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (canSubmit) mutate();
  }
  return (
    <Dialog title={props.title} onClose={onClose}>
      <DialogDescription>{props.description}</DialogDescription>
      <form onSubmit={submit} noValidate className="mt-3">
        {props.children}
        <div className="mt-2">{error && <Notice tone="danger" title={error.message} />}</div>
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" aria-disabled={!canSubmit}>
            {props.submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type DrawerProps = {
  title: ReactNode;
  onClose: () => void;
  footer: ReactNode;
  finalFocus: () => HTMLElement | null;
  children: ReactNode;
};

export function Drawer({ title, onClose, footer, finalFocus, children }: DrawerProps) {
  const isCovered = use(PageCoveredContext);
  const popup = useRef<HTMLDivElement>(null);
  const portal = useFadeOut('drawer');
  return (
    <BaseDialog.Root
      open={!isCovered}
      modal={false}
      disablePointerDismissal
      onOpenChange={(open) => !open && onClose()}
    >
      <BaseDialog.Portal keepMounted ref={portal}>
        <BaseDialog.Popup
          ref={popup}
          initialFocus={popup}
          finalFocus={() => finalFocus() ?? true}
          className="drawer moving fixed inset-y-0 right-0 z-20 flex w-full flex-col border-l border-line bg-raised shadow-dialog outline-none [--from:1rem_0] sm:w-112 print:hidden"
        >
          {/* A `header` or `footer` would be a landmark. */}
          <div className="flex items-start gap-1 pt-3.5 pr-3 pb-1.5 pl-5">
            <BaseDialog.Title
              aria-live="polite"
              className="min-w-0 flex-1 py-0.5 text-lead font-semibold wrap-anywhere"
            >
              {title}
            </BaseDialog.Title>
            <CloseButton className="touch:-my-1.5" />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer && (
            <div className="flex gap-2 border-t border-line px-5 py-3 empty:hidden pb-[calc(env(safe-area-inset-bottom)+0.75rem)]">
              {footer}
            </div>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

function CloseButton({ className = '' }: { className?: string }) {
  return (
    <BaseDialog.Close render={<IconButton label="Close" className={className} />}>
      <X size={16} />
    </BaseDialog.Close>
  );
}
