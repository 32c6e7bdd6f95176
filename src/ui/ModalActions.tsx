import type { ReactNode } from 'react';

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
