import { Notice } from '../ui/notices.tsx';
import { ErrorText } from '../ui/states.tsx';
import type { SignInProblem } from './signInProblem.ts';

/** Why a token wasn't accepted, what to do, and what the service said. */
export function ProblemNotice({ problem: { title, advice, error } }: { problem: SignInProblem }) {
  return (
    <Notice tone="danger" title={<span>{title}</span>}>
      {error === null ? <span>{advice}</span> : <ErrorText error={{ ...error, message: advice }} />}
    </Notice>
  );
}
