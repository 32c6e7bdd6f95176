import { AlertDialog } from '@base-ui/react/alert-dialog';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { useIsPageCovered } from './context.ts';

type ModalProps = {
  /** An alert dialog doesn't close on a click outside. */
  kind: 'alertdialog' | 'dialog';
  title: ReactNode;
  context?: ReactNode;
  onClose: () => void;
  /** True if the admin can't close the dialog, not even with Esc. */
  locked?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Returns the element that receives the focus on close. By default, this is the element that opened the dialog. */
  finalFocus?: () => HTMLElement | null;
  variant?: 'plain' | 'danger';
  width?: 'normal' | 'wide';
  /** `side` is a panel at the right edge. With `top`, only the bottom edge moves when the height of the content changes. */
  place?: 'middle' | 'top' | 'side';
  children: ReactNode;
};

/** A dialog that is open while it is mounted, unless `PageCoveredContext` is true. On a phone, it is at the bottom. */
export function Modal(props: ModalProps) {
  const { kind, onClose, locked = false, initialFocus, finalFocus } = props;
  const { variant = 'plain', width = 'normal', place = 'middle' } = props;
  // An alert dialog has its own buttons to close. The command palette (`top`) has no visible title and no room for Close.
  const hasCloseButton = kind === 'dialog' && place !== 'top';
  const isCovered = useIsPageCovered();
  const [opener] = useState(() => document.activeElement);
  // Focus the heading if no control had the focus. By default, Base UI would focus the first link or field of the page.
  const isOpenedByPage = opener === document.body || opener?.id === 'main';
  const focusOnClose = () =>
    finalFocus?.() ?? (isOpenedByPage ? document.getElementById('page-heading') : null) ?? true;
  // The parts of Base UI's dialog also work in its alert dialog, because only the role differs.
  const Root = kind === 'alertdialog' ? AlertDialog.Root : Dialog.Root;
  return (
    <CSPProvider disableStyleElements>
      <Root
        open={!isCovered}
        onOpenChange={(open: boolean, details: { cancel: () => void }) => {
          if (open) return;
          if (locked) details.cancel();
          else onClose();
        }}
      >
        {/* The content stays mounted while the dialog is hidden, so that its fields keep their text. */}
        <Dialog.Portal keepMounted>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/0.45)]" />
          <Dialog.Viewport
            className={`fixed inset-0 z-50 flex justify-center max-sm:items-end ${places[place].viewport}`}
          >
            <Dialog.Popup
              initialFocus={initialFocus ?? true}
              finalFocus={focusOnClose}
              className={`relative w-full overflow-y-auto overscroll-contain border bg-raised p-5 shadow-float outline-none max-sm:max-h-[92dvh] max-sm:rounded-t-lg sm:p-6 ${places[place].popup} ${widths[width]} ${variants[variant]}`}
            >
              {props.context}
              <Dialog.Title
                className={`text-title font-semibold wrap-anywhere ${hasCloseButton ? 'pr-9' : ''}`}
              >
                {props.title}
              </Dialog.Title>
              {props.children}
              {/* The button is the last Tab stop, so that a dialog opens with the focus on its first field. */}
              {hasCloseButton && (
                <Dialog.Close
                  aria-label="Close"
                  title="Close"
                  className="absolute top-4 right-4 grid size-9 place-items-center rounded-md text-muted hover:bg-hover hover:text-text sm:top-5 sm:right-5"
                >
                  <X size={18} aria-hidden="true" />
                </Dialog.Close>
              )}
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Root>
    </CSPProvider>
  );
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

/** The text that screen readers read after the title of a dialog. */
export function ModalDescription({ children }: { children: ReactNode }) {
  return <Dialog.Description className="mt-2">{children}</Dialog.Description>;
}

type ActionsProps = {
  note?: ReactNode;
  children: ReactNode;
};

/** The buttons of a dialog. They stay visible while the dialog scrolls. */
export function ModalActions({ note = null, children }: ActionsProps) {
  return (
    <div className="sticky -bottom-5 -mx-5 mt-3 -mb-5 flex flex-wrap items-center justify-end gap-2 bg-raised px-5 pt-2 pb-5 max-sm:border-t max-sm:border-line sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6 max-sm:[&>button]:flex-1">
      {note !== null && <p className="min-h-5 basis-full text-muted max-sm:text-small">{note}</p>}
      {children}
    </div>
  );
}
