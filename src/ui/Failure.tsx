import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Notice } from './Notice.tsx';

/** What a failure can say beside its sentence; any Error fits. */
export type FailureFacts = Error & {
  status?: number | null;
  serviceMessage?: string | null;
  requestId?: string | null;
};

type Props = {
  /** What is failed and what is merely old differ at a glance. */
  tone?: 'danger' | 'notice';
  title: string;
  error: FailureFacts;
  onRetry?: () => void;
  retrying?: boolean;
  /** The same request as a command line. */
  curl?: string | undefined;
};

/** A failed read, in place of its data: why, what the service said, and the way on. */
export function Failure({ tone = 'danger', title, error, onRetry, retrying = false, curl }: Props) {
  const facts = factsOf(error);
  return (
    <Notice
      tone={tone}
      role="alert"
      title={title}
      actions={
        <>
          {onRetry && (
            <Button onClick={onRetry} aria-disabled={retrying}>
              {retrying ? 'Trying again…' : 'Try again'}
            </Button>
          )}
          <CopyButton text={[title, error.message, ...facts].join('\n')} label="Copy error" look="button" />
          {curl !== undefined && <CopyButton text={curl} label="Copy as curl" look="button" />}
        </>
      }
    >
      <p>{error.message}</p>
      {facts.map((fact) => (
        <p key={fact} className="text-muted">
          <bdi>{fact}</bdi>
        </p>
      ))}
    </Notice>
  );
}

function factsOf(error: FailureFacts): string[] {
  const facts: string[] = [];
  if (error.serviceMessage) facts.push(`The service said: ${error.serviceMessage}`);
  const status = error.status ? `HTTP ${error.status}` : '';
  const request = error.requestId ? `Request ID ${error.requestId}` : '';
  const line = [status, request].filter(Boolean).join(' · ');
  return line ? [...facts, line] : facts;
}
