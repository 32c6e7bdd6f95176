import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { IconButton } from './Button.tsx';
import { SafeName } from './SafeName.tsx';
import { focusFirst } from './states.tsx';
import { useFadeOut } from './useFadeOut.ts';

type Message = {
  before?: string;
  name?: string;
  text: string;
  link?: { to: string; label: string };
};

type Tone = 'done' | 'danger';

type ShownToast = { id: number; tone: Tone; messages: readonly Message[] };

/** At most one of each tone. A failure joins the one that is shown, because nobody may have read it yet. */
const toastStore = createStore<readonly ShownToast[]>(() => []);
let lastId = 0;

export function toast({ tone = 'done', ...message }: Message & { tone?: Tone }): void {
  lastId += 1;
  const toasts = toastStore.getState();
  const earlier = tone === 'danger' ? toasts.find((item) => item.tone === tone) : undefined;
  const isNew = ({ name, text }: Message) => name !== message.name || text !== message.text;
  const messages = [...(earlier?.messages.filter(isNew) ?? []), message];
  const others = toasts.filter((item) => item.tone !== tone);
  toastStore.setState([...others, { id: earlier?.id ?? lastId, tone, messages }], true);
}

function closeToast(id: number): void {
  toastStore.setState((toasts) => toasts.filter((item) => item.id !== id), true);
}

export function Toasts() {
  const toasts = useStore(toastStore);
  return (
    // Never over the Delete buttons, which are at the right. On a phone, the bar of a selection is below the toasts. An open dialog has
    // its buttons at the bottom, so they go to the top.
    <div className="pointer-events-none fixed right-20 bottom-[calc(var(--bottom-bar,0px)+1rem)] left-4 z-60 grid gap-2 empty:hidden max-sm:in-[body:has([role$=dialog])]:top-4 max-sm:in-[body:has([role$=dialog])]:bottom-auto max-md:bottom-[calc(var(--bottom-bar,0px)+var(--selection-bar,0px)+1rem)] sm:right-auto sm:w-90 md:left-23 lg:left-62 print:hidden">
      {toasts.map((item) => (
        <Toast key={item.id} {...item} />
      ))}
    </div>
  );
}

function Toast({ id, tone, messages }: ShownToast) {
  const isFailure = tone === 'danger';
  const Icon = isFailure ? CircleAlert : Check;
  const [isFilled, setFilled] = useState(false);
  const region = useFadeOut('toast');
  const [focusBefore] = useState(() => document.activeElement);
  // Screen readers ignore a region that appears together with its text.
  useEffect(() => setFilled(true), []);
  useEffect(() => (isFailure ? undefined : closeAfterReading(id, region)), [id, isFailure, region]);

  function close() {
    if (region.current?.contains(document.activeElement)) focusFirst(focusBefore);
    closeToast(id);
  }
  return (
    <div ref={region} role={isFailure ? 'alert' : 'status'}>
      {isFilled && (
        <div className="moving pointer-events-auto flex min-h-11 items-start gap-2.5 rounded-card border border-line bg-raised px-3.5 py-2.5 text-control shadow-float">
          <Icon
            size={16}
            aria-hidden="true"
            className={`mt-0.5 shrink-0 ${isFailure ? 'text-danger' : 'text-ok'}`}
          />
          <ul className="grid min-w-0 flex-1 gap-1.5">
            {messages.map((message) => (
              <ToastMessage key={`${message.name} ${message.text}`} {...message} />
            ))}
          </ul>
          <IconButton label="Close" onClick={close} className="-my-1 -mr-1.5">
            <X size={14} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

function ToastMessage({ before, name, text, link }: Message) {
  return (
    <li className="flex items-baseline gap-2.5">
      <p className="min-w-0 flex-1 wrap-anywhere">
        {before && <strong className="font-semibold">{`${before} `}</strong>}
        {name !== undefined && <SafeName name={name} whole />}
        <span>{name === undefined ? text : ` ${text}`}</span>
      </p>
      {link && (
        <Link to={link.to} className="shrink-0 font-medium text-accent hover:underline">
          {link.label}
        </Link>
      )}
    </li>
  );
}

/** Slightly less than 8 s, because a toast has left the page after 8 s. */
const shownMs = 7_750;
const tickMs = 250;

/** The time begins anew while nobody can see the page, and while the toast has the pointer or the focus. */
function closeAfterReading(id: number, region: { current: HTMLElement | null }): () => void {
  let shownForMs = 0;
  const timer = setInterval(() => {
    const { visibilityState, activeElement } = document;
    const isRead = region.current?.matches(':hover') || region.current?.contains(activeElement);
    shownForMs = isRead || visibilityState === 'hidden' ? 0 : shownForMs + tickMs;
    if (shownForMs >= shownMs) closeToast(id);
  }, tickMs);
  return () => clearInterval(timer);
}
