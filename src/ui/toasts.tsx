import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { IconButton } from './Button.tsx';
import { SafeName } from './SafeName.tsx';

type Toast = {
  before?: string;
  name?: string;
  text: string;
  link?: { to: string; label: string };
  tone?: 'done' | 'danger';
};

/** Slightly less than 8 s, because a toast has left the page after 8 s. */
const shownMs = 7_800;
/** One at a time, because two would cover the pager, for which `mainClass` leaves room. */
const toastStore = createStore<readonly ShownToast[]>(() => []);
let lastId = 0;

export function toast(message: Toast): void {
  lastId += 1;
  const id = lastId;
  toastStore.setState([{ ...message, id }], true);
  setTimeout(() => closeToast(id), shownMs);
}

function closeToast(id: number): void {
  toastStore.setState((toasts) => toasts.filter((item) => item.id !== id), true);
}

export function Toasts() {
  const toasts = useStore(toastStore);
  return (
    // On a phone, the bar of a selection is below the toasts. An open dialog has its buttons at the bottom, so they go to the top, and above those of Details.
    <div className="pointer-events-none fixed right-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] left-4 z-60 grid gap-2 empty:hidden max-sm:in-[body:has([role$=dialog])]:top-4 max-sm:in-[body:has([role$=dialog])]:bottom-auto max-md:bottom-[calc(var(--bottom-bar,0px)+var(--selection-bar,0px)+1rem)] sm:left-auto sm:w-90 sm:in-[body:has(.drawer)]:bottom-18 print:hidden">
      {toasts.map((item) => (
        <ToastRegion key={item.id} {...item} />
      ))}
    </div>
  );
}

type ShownToast = Toast & { id: number };

function ToastRegion(item: ShownToast) {
  const [isFilled, setFilled] = useState(false);
  // Screen readers ignore a region that appears together with its text.
  useEffect(() => setFilled(true), []);
  return <div role={item.tone === 'danger' ? 'alert' : 'status'}>{isFilled && <ToastCard {...item} />}</div>;
}

function ToastCard({ id, before = '', name, text, link, tone }: ShownToast) {
  const Icon = tone === 'danger' ? CircleAlert : Check;
  return (
    <div className="pointer-events-auto flex min-h-11 items-center gap-2.5 rounded-card border border-line bg-raised px-3.5 py-2.5 text-control shadow-float">
      <Icon
        size={16}
        aria-hidden="true"
        className={`shrink-0 ${tone === 'danger' ? 'text-danger' : 'text-ok'}`}
      />
      <p className="min-w-0 flex-1 wrap-anywhere">
        {before !== '' && <span>{`${before} `}</span>}
        {name !== undefined && (
          <strong className="font-medium">
            <SafeName name={name} whole />
          </strong>
        )}
        {name !== undefined && <span> </span>}
        <span>{text}</span>
      </p>
      {link && (
        <Link to={link.to} className="shrink-0 font-medium text-accent hover:underline">
          {link.label}
        </Link>
      )}
      <IconButton label="Close" onClick={() => closeToast(id)} className="-mr-1.5">
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
