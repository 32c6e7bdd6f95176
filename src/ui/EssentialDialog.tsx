import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useIsPageCovered } from './context.ts';
import { createLazyCode, useLazyCode } from './lazyCode.ts';

const modalCode = createLazyCode(async () => (await import('./Modal.tsx')).Modal);

type Props = {
  title: string;
  onClose: () => void;
  initialFocus: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** An alert dialog that is shown as a plain panel until the code of `Modal` has loaded. */
export function EssentialDialog(props: Props) {
  const { code: Modal } = useLazyCode(modalCode);
  const isCovered = useIsPageCovered();
  // Remember the focused element on the first render, because the panel takes the focus.
  const [opener] = useState(() => document.activeElement);
  const findFinalFocus = () => (opener instanceof HTMLElement && opener !== document.body ? opener : null);
  if (Modal !== null) return <Modal kind="alertdialog" finalFocus={findFinalFocus} {...props} />;
  return !isCovered && <Panel {...props} />;
}

function Panel({ title, onClose, initialFocus, children }: Props) {
  useEffect(() => initialFocus.current?.focus(), [initialFocus]);
  function closeOnEscape({ key }: KeyboardEvent) {
    if (key === 'Escape') onClose();
  }
  return (
    <div
      role="alertdialog"
      aria-label={title}
      onKeyDown={closeOnEscape}
      className="fixed inset-x-3 top-3 z-50 mx-auto max-w-[33rem] rounded-lg border border-line bg-raised p-5 shadow-float"
    >
      <h2 className="text-title font-semibold wrap-anywhere">{title}</h2>
      {children}
    </div>
  );
}
