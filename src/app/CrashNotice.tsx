import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { isMissingCode } from './isMissingCode.ts';

type Props = { error: Error; heading?: 'h1' | 'h2' };

/** What broke, what can be done, and details to send to whoever runs the console. It never reloads by itself. */
export function CrashNotice({ error, heading: Heading = 'h1' }: Props) {
  const isMissing = isMissingCode(error);
  return (
    <div className="grid max-w-2xl gap-4">
      <Heading tabIndex={-1} className="text-title font-semibold">
        {isMissing ? 'A part of the console did not load' : 'This screen broke'}
      </Heading>
      <Notice
        tone="danger"
        title={
          isMissing
            ? 'The console has probably been renewed since you opened it.'
            : 'The console failed to draw this screen.'
        }
        actions={
          <>
            <Button look="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <CopyButton text={detailsOf(error)} label="Copy details" look="button" />
          </>
        }
      >
        <p>
          {isMissing
            ? 'Reload to go on with the new one. If the network is down, wait until it is back.'
            : error.message}
        </p>
        <p>
          If a deletion is under way, let it end before you reload. Otherwise Compute will say afterwards what
          is known of it.
        </p>
      </Notice>
    </div>
  );
}

/** No token is ever part of an error or an address. */
function detailsOf(error: Error): string {
  return [
    `${error.name}: ${error.message}`,
    `At ${new Date().toISOString()} on ${window.location.href}`,
    navigator.userAgent,
    error.stack ?? '',
  ].join('\n');
}
