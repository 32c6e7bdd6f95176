import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, use, useRef, useState } from 'react';
import { IconButton } from './Button.tsx';
import { focusFirst, PageCoveredContext } from './states.tsx';

type DialogProps = {
  /** A wide one moves only its bottom edge when its content changes. */
  kind: 'alertdialog' | 'dialog' | 'wide-dialog';
  title: ReactNode;
  name?: string | null;
  context?: ReactNode;
  /** False for an alert dialog that reports nothing but success. */
  hasRedEdge?: boolean;
  /** Null if the admin can't close the dialog, not even with Esc. */
  onClose: (() => void) | null;
  focus?: {
    initial?: RefObject<HTMLElement | null>;
    /** By default, the element that had the focus before. */
    final?: () => HTMLElement | null;
  };
  children: ReactNode;
};

/** Open while it is mounted, unless the sign-in form covers the page. */
export function Dialog({
  kind,
  title,
  name = null,
  context,
  onClose,
  focus = {},
  children,
  ...props
}: DialogProps) {
  const isAlert = kind === 'alertdialog';
  const { hasRedEdge = isAlert } = props;
  const isCovered = use(PageCoveredContext);
  const [opener] = useState(() => document.activeElement);
  const hasCloseButton = !isAlert && onClose !== null;
  // The parts of Base UI's dialog also work in its alert dialog, because only the role differs.
  const Root = isAlert ? AlertDialog.Root : BaseDialog.Root;
  return (
    <Root
      open={!isCovered}
      // A click outside would lose what was typed.
      {...(!isAlert && { disablePointerDismissal: true })}
      onOpenChange={(open: boolean, details: { cancel: () => void }) => {
        if (open) return;
        if (onClose === null) details.cancel();
        else onClose();
      }}
    >
      {/* The content stays mounted while the dialog is hidden, so that its fields keep their text. */}
      <BaseDialog.Portal keepMounted>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <BaseDialog.Viewport
          className={`fixed inset-0 z-50 flex justify-center max-sm:items-end sm:p-6 ${kind === 'wide-dialog' ? 'sm:items-start sm:pt-[12dvh]' : 'sm:items-center'}`}
        >
          <BaseDialog.Popup
            onKeyDownCapture={ignoreForeignEnter}
            initialFocus={focus.initial ?? true}
            {...(name !== null && { 'aria-label': name, 'aria-labelledby': undefined })}
            finalFocus={() => {
              // If the opener has left the page, Base UI would focus that of an earlier dialog, which may be a button "Delete".
              focusFirst(focus.final?.(), opener);
              return false;
            }}
            className={`entering relative max-h-full w-full overflow-y-auto overscroll-contain border border-line bg-raised px-5.5 pt-5 pb-5.5 shadow-dialog outline-none max-sm:max-h-[92dvh] max-sm:rounded-t-dialog sm:rounded-dialog ${kind === 'wide-dialog' ? 'sm:max-w-180' : 'sm:max-w-130'} ${hasRedEdge ? 'border-t-3 border-t-danger-fill' : ''}`}
          >
            {context}
            <BaseDialog.Title
              className={`font-semibold wrap-anywhere ${isAlert ? 'text-title' : 'text-lead'} ${hasCloseButton ? 'pr-8' : ''}`}
            >
              {title}
            </BaseDialog.Title>
            {children}
            {/* The last Tab stop, so that a dialog opens with the focus on its first field. */}
            {hasCloseButton && <CloseButton className="absolute top-4.5 right-4" />}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </Root>
  );
}

/** A held Enter was pressed for the step before, and that with code 229 for the input method (Safari ends it without `isComposing`). */
function ignoreForeignEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || (!event.repeat && event.nativeEvent.keyCode !== 229)) return;
  event.preventDefault();
  event.stopPropagation();
}

export function DialogDescription({ children, hidden = false }: { children: ReactNode; hidden?: boolean }) {
  return (
    <BaseDialog.Description hidden={hidden} className="mt-1.5">
      {children}
    </BaseDialog.Description>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return (
    // What scrolls behind it fades out, so that nobody misses it. At its end, the fade lies on the dialog's own colour.
    <div className="sticky -bottom-5.5 -mx-5.5 mt-2.5 -mb-5.5 flex flex-wrap items-center justify-end gap-2 bg-raised px-5.5 pt-2 pb-5.5 before:pointer-events-none before:absolute before:inset-x-0 before:-top-2.5 before:h-2.5 before:bg-linear-to-t before:from-raised before:to-transparent max-sm:[&>button]:flex-1">
      {children}
    </div>
  );
}

type DrawerProps = {
  title: ReactNode;
  onClose: () => void;
  footer?: ReactNode;
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
};

/** Beside the page, which stays usable. */
export function Drawer({ title, onClose, footer, finalFocus, children }: DrawerProps) {
  const isCovered = use(PageCoveredContext);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root
      open={!isCovered}
      modal={false}
      disablePointerDismissal
      onOpenChange={(open) => !open && onClose()}
    >
      <BaseDialog.Portal keepMounted>
        <BaseDialog.Popup
          ref={popup}
          initialFocus={popup}
          finalFocus={() => finalFocus?.() ?? true}
          className="drawer entering fixed inset-y-0 right-0 z-20 flex w-full flex-col border-l border-line bg-raised shadow-dialog outline-none [--from:1rem_0] sm:w-100 print:hidden"
        >
          {/* A header or footer here would be a second banner or contentinfo of the page. */}
          <div className="flex items-start gap-1 py-3.5 pr-3 pl-5">
            <BaseDialog.Title
              aria-live="polite"
              className="min-w-0 flex-1 py-0.5 text-lead font-semibold wrap-anywhere"
            >
              {title}
            </BaseDialog.Title>
            <CloseButton />
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
      <X size={16} aria-hidden="true" />
    </BaseDialog.Close>
  );
}
