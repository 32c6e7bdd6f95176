import { type ReactNode, useRef, useState } from 'react';
import type { ConsoleConfig } from '../config.ts';
import { ResultsRegion } from '../ui/ResultsRegion.tsx';
import { ReadingBar } from './ReadingBar.tsx';
import type { ShellDialog } from './ShellDialog.ts';
import { ShellDialogs } from './ShellDialogs.tsx';
import { ShellHands } from './ShellHands.tsx';
import { SideBar } from './SideBar.tsx';
import { shellCode } from './shellCode.ts';

type Props = {
  config: ConsoleConfig;
  /** What goes on whatever screen is open, such as a deletion; it stands above the tools. */
  running?: ReactNode;
  children: ReactNode;
};

/** What stands around every screen: which workspace this is, where one can go, and the way out. */
export function Shell({ config, running = null, children }: Props) {
  const [open, setOpen] = useState<ShellDialog | null>(null);
  const shown = useRef<ShellDialog | null>(null);

  /** Once its code is there; where it does not come, the place says so. */
  function show(dialog: ShellDialog | null) {
    shown.current = dialog;
    if (dialog === null) return setOpen(null);
    const open = () => shown.current === dialog && setOpen(dialog);
    shellCode[dialog].load().then(open, open);
  }
  return (
    <>
      <div className="min-h-dvh max-xl:has-data-action-bar:[--action-bar:92px] [--bottom-bar:calc(56px+env(safe-area-inset-bottom))] md:grid md:grid-cols-[216px_minmax(0,1fr)] md:[--bottom-bar:0px]">
        <a
          href="#main"
          className="fixed top-2 left-2 z-30 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
        >
          Skip to content
        </a>
        <ReadingBar />
        <SideBar config={config} running={running} onOpen={show} />
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-5 pb-[calc(var(--bottom-bar)+var(--action-bar,0px)+24px)] md:px-8 md:pt-7"
        >
          {children}
        </main>
        <ResultsRegion />
        <ShellHands onOpen={show} />
      </div>
      <ShellDialogs open={open} config={config} onOpen={show} onClose={() => show(null)} />
    </>
  );
}
