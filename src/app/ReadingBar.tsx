import { useIsFetching } from '@tanstack/react-query';

/** A thin bar while something is read. It comes after 300 ms, so that what is quick never flickers. */
export function ReadingBar() {
  const reading = useIsFetching() > 0;
  if (!reading) return null;
  return <div aria-hidden="true" data-reading className="reading-bar" />;
}
