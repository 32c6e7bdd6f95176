import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { IconButton } from './Button.tsx';
import { ViewLink } from './notices.tsx';
import { SafeName } from './SafeName.tsx';
import { focusFirst } from './states.tsx';
import { useFadeOut } from './useFadeOut.ts';

type Message = {
  before?: string;
  name?: string;
  /** After a name, empty, or with a space or colon first. */
  text: string;
  link?: string | null;
};

type Tone = 'danger' | 'done';

type ShownToast = { id: string; messages: readonly Message[] };

/** One toast of each tone. A failure joins those on screen, which may not have been read yet. */
const toastStore = createStore<Record<Tone, ShownToast | null>>(() => ({ danger: null, done: null }));

export function toast({ tone = 'done', ...message }: Message & { tone?: Tone }): void {
  const earlier = tone === 'danger' ? toastStore.getState().danger : null;
  const messages = [...(earlier?.messages ?? []).filter((each) => keyOf(each) !== keyOf(message)), message];
  toastStore.setState({ [tone]: { id: earlier?.id ?? crypto.randomUUID(), messages } });
}

function keyOf({ name, text, link }: Message): string {
  return link ?? name ?? text;
}

export function Toasts() {
  const { danger, done } = useStore(toastStore);
  return (
    <div className="toasts pointer-events-none fixed z-60 grid gap-2 empty:hidden print:hidden">
      {danger && <Toast key={danger.id} tone="danger" messages={danger.messages} />}
      {done && <Toast key={done.id} tone="done" messages={done.messages} />}
    </div>
  );
}

function Toast({ tone, messages }: { tone: Tone; messages: readonly Message[] }) {
  const isFailure = tone === 'danger';
  const Icon = isFailure ? CircleAlert : Check;
  const [isFilled, setFilled] = useState(false);
  const region = useFadeOut('toast');
  // If this toast leaves with the focus, the focus goes back.
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => void (region.current?.contains(document.activeElement) && focusFirst(before));
  }, [region]);
  // Screen readers may ignore a region that appears together with its text.
  useEffect(() => setFilled(true), []);
  useEffect(() => (isFailure ? undefined : closeAfterReading(region)), [isFailure, region]);

  const close = () => toastStore.setState({ [tone]: null });
  return (
    <div ref={region} role={isFailure ? 'alert' : 'status'}>
      {isFilled && (
        <div className="moving pointer-events-auto flex min-h-11 items-start gap-2.5 rounded-card border border-line bg-raised px-3.5 py-2.5 text-control shadow-float">
          <Icon size={16} className={`mt-0.5 shrink-0 ${isFailure ? 'text-danger' : 'text-ok'}`} />
          <ul className="grid min-w-0 flex-1 gap-1.5">
            {messages.map((message) => (
              <ToastMessage key={keyOf(message)} {...message} onFollow={close} />
            ))}
          </ul>
          <IconButton label="Close" onClick={close} className="-my-1 -mr-1.5 touch:-my-2.5">
            <X size={14} />
          </IconButton>
        </div>
      )}
    </div>
  );
}

function ToastMessage({ before, name, text, link, onFollow }: Message & { onFollow: () => void }) {
  return (
    <li className="flex items-baseline gap-2.5">
      <p className="min-w-0 flex-1 wrap-anywhere">
        {before && <strong className="font-semibold">{`${before} `}</strong>}
        {name !== undefined && <SafeName name={name} />}
        <span>{text}</span>
      </p>
      {link && <ViewLink to={link} onClick={onFollow} />}
    </li>
  );
}

const shownMs = 7_750;
const tickMs = 250;

/** The time begins anew while the page is hidden, or the toast has the pointer or the focus. */
function closeAfterReading(region: { current: HTMLElement | null }): () => void {
  let shownForMs = 0;
  const timer = setInterval(() => {
    const { visibilityState, activeElement } = document;
    const isRead = region.current?.matches(':hover') || region.current?.contains(activeElement);
    shownForMs = isRead || visibilityState === 'hidden' ? 0 : shownForMs + tickMs;
    if (shownForMs >= shownMs) toastStore.setState({ done: null });
  }, tickMs);
  return () => clearInterval(timer);
}
