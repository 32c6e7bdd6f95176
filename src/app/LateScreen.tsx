import { ActivityPage } from '../activity/ActivityPage.tsx';
import { type Screen, screenInfo } from '../paths.ts';
import { RegionsPage } from '../regions/RegionsPage.tsx';
import { HistoryPage } from '../subscription/HistoryPage.tsx';

const pages = { subscription: HistoryPage, regions: RegionsPage, activity: ActivityPage };

/** A screen of the last script. Null renders nothing, but loads the script. */
export function LateScreen({ screen }: { screen: Exclude<Screen, 'compute'> | null }) {
  if (screen === null) return null;
  const Page = pages[screen];
  return <Page title={screenInfo[screen].label} />;
}
