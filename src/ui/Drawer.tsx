import { Drawer as BaseDrawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { type ReactNode, use, useRef } from 'react';
import { IconButton } from './Button.tsx';
import { fadeAfterRemoval } from './fadeAfterRemoval.ts';
import { PageCoveredContext } from './states.tsx';

type Props = {
  title: ReactNode;
  onClose: () => void;
  footer?: ReactNode;
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
};

export function Drawer({ title, onClose, footer, finalFocus, children }: Props) {
  const isCovered = use(PageCoveredContext);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDrawer.Root
      open={!isCovered}
      modal={false}
      disablePointerDismissal
      swipeDirection="right"
      onOpenChange={(open) => !open && onClose()}
    >
      <BaseDrawer.Portal keepMounted>
        <BaseDrawer.Viewport
          ref={fadeAfterRemoval}
          className="pointer-events-none fixed inset-y-0 right-0 z-20 flex w-full justify-end sm:w-100 print:hidden"
        >
          <BaseDrawer.Popup
            ref={popup}
            initialFocus={popup}
            finalFocus={() => finalFocus?.() ?? true}
            className="drawer entering pointer-events-auto [--from:1rem_0] flex w-full flex-col border-l border-line bg-raised shadow-dialog outline-none"
          >
            {/* A header or footer here would be a second banner or contentinfo of the page. */}
            <div className="flex items-start gap-1 py-3.5 pr-3 pl-5">
              <BaseDrawer.Title
                aria-live="polite"
                className="min-w-0 flex-1 py-0.5 text-lead font-semibold wrap-anywhere"
              >
                {title}
              </BaseDrawer.Title>
              <BaseDrawer.Close render={<IconButton label="Close" />}>
                <X size={16} aria-hidden="true" />
              </BaseDrawer.Close>
            </div>
            <BaseDrawer.Content className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
              {children}
            </BaseDrawer.Content>
            {footer && (
              <div className="flex gap-2 border-t border-line px-5 py-3 pb-[calc(env(safe-area-inset-bottom)+0.75rem)]">
                {footer}
              </div>
            )}
          </BaseDrawer.Popup>
        </BaseDrawer.Viewport>
      </BaseDrawer.Portal>
    </BaseDrawer.Root>
  );
}
