import { Notice } from '../ui/notices.tsx';

type Refusal = { title: string; text: string };

/** The reason why it isn't safe to enter a token on this page, or null. */
export function findPageRefusal({ top, self, isSecureContext }: Window): Refusal | null {
  if (top !== self)
    return {
      title: "This console can't be embedded.",
      text: 'The surrounding page could cover parts of the console and mislead you. Open the console in its own tab.',
    };
  if (!isSecureContext)
    return {
      title: 'This console requires HTTPS.',
      text: 'Without HTTPS, others on the network could read your token. Open the console with https://. On the server itself, http://localhost also works.',
    };
  return null;
}

export function PageRefusal({ title, text }: Refusal) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-120 flex-col justify-center gap-5 px-5 py-10">
      <h1 className="text-title font-semibold">Workspace Console</h1>
      <Notice tone="danger" title={title}>
        <span>{text}</span>
      </Notice>
    </main>
  );
}
