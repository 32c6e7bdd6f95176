import { AlertDialog } from '@base-ui/react/alert-dialog';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { useModalSuspension } from './modalSuspension.ts';

type ModalProps = {
  /** An alert dialog does not close by a click beside it. */
  kind: 'alertdialog' | 'dialog';
  title: ReactNode;
  /** A line above the title, such as the workspace. */
  context?: ReactNode;
  onClose: () => void;
  /** While true, Esc and everything else that would close it does nothing. */
  locked?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** What gets the focus when it closes; by default what had it before. */
  finalFocus?: () => HTMLElement | null;
  variant?: 'plain' | 'danger';
  width?: 'normal' | 'wide';
  /** `side`: a drawer at the right edge. `top`: stays put while what it holds grows and shrinks. */
  place?: 'middle' | 'top' | 'side';
  children: ReactNode;
};

/** A dialog over the page; on a phone a sheet from below. Mounted means open. */
export function Modal(props: ModalProps) {
  const {
    kind,
    onClose,
    locked = false,
    initialFocus,
    finalFocus,
    variant = 'plain',
    width = 'normal',
  } = props;
  const { place = 'middle' } = props;
  const covered = useModalSuspension();
  // Base UI's alert dialog is its dialog with another role; the parts are shared.
  const Root = kind === 'alertdialog' ? AlertDialog.Root : Dialog.Root;
  return (
    <CSPProvider disableStyleElements>
      <Root
        open={!covered}
        onOpenChange={(open: boolean, details: { cancel: () => void }) => {
          if (open) return;
          if (locked) details.cancel();
          else onClose();
        }}
      >
        {/* What steps back keeps what was typed into it. */}
        <Dialog.Portal keepMounted>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/0.45)]" />
          <Dialog.Viewport
            className={`fixed inset-0 z-50 flex justify-center max-sm:items-end ${places[place].viewport}`}
          >
            <Dialog.Popup
              initialFocus={initialFocus ?? true}
              finalFocus={finalFocus ? () => finalFocus() ?? true : true}
              onKeyDownCapture={ignoreHeldEnter}
              onClickCapture={ignoreSecondClick}
              className={`w-full overflow-y-auto overscroll-contain border bg-raised p-5 shadow-float outline-none max-sm:max-h-[92dvh] max-sm:rounded-t-lg sm:p-6 ${places[place].popup} ${widths[width]} ${variants[variant]}`}
            >
              {props.context}
              <Dialog.Title className="text-title font-semibold wrap-anywhere">{props.title}</Dialog.Title>
              {props.children}
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Root>
    </CSPProvider>
  );
}

/** A key still held was pressed for what stood there before: a refusal that came meanwhile is not tried again by it. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Nor does the second half of a double click send a form that the first half has sent. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail < 2 || !(event.target instanceof Element)) return;
  if (event.target.closest('button[type="submit"]') === null) return;
  event.preventDefault();
  event.stopPropagation();
}

const places = {
  middle: { viewport: 'sm:items-center sm:p-6', popup: 'sm:max-h-[92dvh] sm:rounded-lg' },
  top: { viewport: 'sm:items-start sm:px-6 sm:pt-[10dvh]', popup: 'sm:max-h-[80dvh] sm:rounded-lg' },
  side: { viewport: 'sm:items-stretch sm:justify-end', popup: 'sm:h-dvh' },
} as const;
const widths = { normal: 'sm:max-w-[33rem]', wide: 'sm:max-w-[52rem]' } as const;
const variants = {
  plain: 'border-line',
  danger: 'border-danger-line border-t-4 border-t-danger-fill',
} as const;

/**
 * What a dialog can end with, beside its form and not in it: it stays in sight wherever the dialog is scrolled to, and
 * what has the focus there does not scroll the dialog past what it is about.
 */
export function ModalActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 mt-3 -mb-5 flex flex-wrap items-center justify-end gap-2 bg-raised px-5 pt-2 pb-5 max-sm:flex-col-reverse max-sm:items-stretch max-sm:border-t max-sm:border-line max-sm:pt-3 [@media(height<30rem)]:flex-row [@media(height<30rem)]:items-center sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6">
      {children}
    </div>
  );
}
