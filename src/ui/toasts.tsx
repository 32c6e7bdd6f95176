import { Check, CircleAlert, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { IconButton } from './Button.tsx';
import { fadeAfterRemoval } from './fadeAfterRemoval.ts';
import { focusFirst } from './focus.ts';
import { SafeName } from './SafeName.tsx';

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
  const earlier = toastStore.getState().find((item) => item.tone === tone && tone === 'danger');
  const others = toastStore.getState().filter((item) => item.tone !== tone);
  const isNew = ({ name, text }: Message) => name !== message.name || text !== message.text;
  const messages = [...(earlier?.messages.filter(isNew) ?? []), message];
  toastStore.setState([...others, { id: earlier?.id ?? lastId, tone, messages }], true);
}

function closeToast(id: number): void {
  toastStore.setState((toasts) => toasts.filter((item) => item.id !== id), true);
}

export function Toasts() {
  const toasts = useStore(toastStore);
  return (
    // On a phone, the bar of a selection is below the toasts. An open dialog has its buttons at the bottom, so they go to the top.
    <div className="pointer-events-none fixed right-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] left-4 z-60 grid gap-2 empty:hidden max-sm:in-[body:has([role$=dialog])]:top-4 max-sm:in-[body:has([role$=dialog])]:bottom-auto max-md:bottom-[calc(var(--bottom-bar,0px)+var(--selection-bar,0px)+1rem)] sm:right-auto sm:w-90 md:left-23 lg:left-62 print:hidden">
      {toasts.map((item) => (
        <ToastRegion key={item.id} {...item} />
      ))}
    </div>
  );
}

function ToastRegion(item: ShownToast) {
  const [isFilled, setFilled] = useState(false);
  // Screen readers ignore a region that appears together with its text.
  useEffect(() => setFilled(true), []);
  return <div role={item.tone === 'danger' ? 'alert' : 'status'}>{isFilled && <ToastCard {...item} />}</div>;
}

function ToastCard({ id, tone, messages }: ShownToast) {
  const Icon = tone === 'danger' ? CircleAlert : Check;
  const [isUsed, setUsed] = useState(false);
  const focusBefore = useRef<Element | null>(null);
  useLeave(id, tone === 'danger' || isUsed);

  function close({ currentTarget }: MouseEvent<HTMLElement>) {
    if (currentTarget.matches(':focus')) focusFirst(focusBefore.current);
    closeToast(id);
  }
  return (
    <fieldset
      ref={fadeAfterRemoval}
      onPointerEnter={() => setUsed(true)}
      onPointerLeave={({ currentTarget }) => setUsed(currentTarget.contains(document.activeElement))}
      onFocus={({ currentTarget, relatedTarget }) => {
        setUsed(true);
        if (!currentTarget.contains(relatedTarget)) focusBefore.current = relatedTarget;
      }}
      onBlur={({ currentTarget, relatedTarget }) =>
        setUsed(currentTarget.contains(relatedTarget) || currentTarget.matches(':hover'))
      }
      className="entering pointer-events-auto flex min-h-11 items-start gap-2.5 rounded-card border border-line bg-raised px-3.5 py-2.5 text-control shadow-float"
    >
      <Icon
        size={16}
        aria-hidden="true"
        className={`mt-0.5 shrink-0 ${tone === 'danger' ? 'text-danger' : 'text-ok'}`}
      />
      <ul className="grid min-w-0 flex-1 gap-1.5">
        {messages.map((message) => (
          <ToastMessage key={`${message.name} ${message.text}`} {...message} />
        ))}
      </ul>
      <IconButton label="Close" onClick={close} className="-my-1 -mr-1.5">
        <X size={14} aria-hidden="true" />
      </IconButton>
    </fieldset>
  );
}

function ToastMessage({ before, name, text, link }: Message) {
  return (
    <li className="flex items-baseline gap-2.5">
      <p className="min-w-0 flex-1 wrap-anywhere">
        {before && <strong className="font-semibold">{`${before} `}</strong>}
        {name !== undefined && <SafeName name={name} whole />}
        {name !== undefined && <span> </span>}
        <span>{text}</span>
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
const shownMs = 7_800;

/** The time runs only while somebody can see the page, and from its start after each pause. */
function useLeave(id: number, isKept: boolean): void {
  const isVisible = useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');
  useEffect(() => {
    if (isKept || !isVisible) return;
    const timer = setTimeout(() => closeToast(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, isKept, isVisible]);
}

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
