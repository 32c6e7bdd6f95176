import { describe, expect, it } from 'vitest';
import { parseBody } from '../../src/api/body.ts';
import { decodeInstance } from '../../src/api/instanceRecord.ts';
import { parseRegion } from '../../src/api/regions.ts';
import { readMessage } from '../../src/api/response.ts';
import { asksForOtherScheme, hasNextLink, parseRetryAfter } from '../../src/api/responseHeaders.ts';
import { buildServiceUrl, findPathValueProblem } from '../../src/api/servicePath.ts';
import { decodeSubscriptionRecord } from '../../src/api/subscriptionHistory.ts';
import { quoteValue, toPlainText } from '../../src/api/text.ts';
import { findInstances } from '../../src/compute/findInstances.ts';
import { parseList } from '../../src/compute/parseList.ts';
import { noPolicy, readConfig } from '../../src/config.ts';
import { confirms, findTypingHint } from '../../src/deletion/confirmation.ts';
import { cleanReason } from '../../src/deletion/reason.ts';
import { paths } from '../../src/paths.ts';
import { groupRegions } from '../../src/regions/regionGroups.ts';
import { parseRecord } from '../../src/subscription/historyRecord.ts';
import { parseDay } from '../../src/subscription/historyView.ts';
import { nameLevel } from '../../src/subscription/sentences.ts';
import { toCsv } from '../../src/ui/csv.ts';
import { findTextHazard, foldText, splitHiddenCharacters, toSafeText } from '../../src/ui/text.ts';
import { parseInstant } from '../../src/ui/time.ts';
import { aRecord } from '../subscription/generatedHistory.ts';
import { hostileTexts, superlinearTexts } from '../support/linearTime.ts';
import { serviceResponse } from '../support/serviceResponse.ts';

const texts = hostileTexts();
function responseWith(text: string) {
  const body = JSON.stringify({ message: text, errors: [text] });
  return serviceResponse({ status: 500, statusText: text, mediaType: text, text: body, requestId: text });
}

describe('text from the network is processed in linear time', { timeout: 120_000 }, () => {
  it.each<[string, (text: string) => unknown]>([
    ['toPlainText', (text) => toPlainText(text, 500)],
    ['quoteValue', quoteValue],
    ['parseBody', (text) => parseBody(200, text, text)],
    ['hasNextLink', hasNextLink],
    ['asksForOtherScheme', asksForOtherScheme],
    ['readMessage', (text) => readMessage(responseWith(text))],
    ['parseRetryAfter', (text) => parseRetryAfter(text, 0)],
    ['findPathValueProblem', findPathValueProblem],
    ['buildServiceUrl', (text) => buildServiceUrl(`https://service.example/${text}`, '/x')],
    ['decodeInstance', (text) => decodeInstance({ id: text, name: text, created: text })],
    ['decodeSubscriptionRecord', (text) => decodeSubscriptionRecord({ level: text, validFrom: text })],
    ['readConfig', (text) => readConfig({ serviceUrl: `https://service.example/${text}` })],
    ['confirms', (text) => confirms(text, `${text}x`)],
    ['findTypingHint', (text) => findTypingHint(text, `${text}x`)],
    ['cleanReason', cleanReason],
    ['findTextHazard', findTextHazard],
    ['foldText', foldText],
    ['splitHiddenCharacters', splitHiddenCharacters],
    ['parseRegion', parseRegion],
    [
      'findInstances',
      (text) => findInstances(text, [], { workspace: 'acme', deletionsByRow: new Map(), policy: noPolicy }),
    ],
    ['parseList', (text) => parseList(text, 'acme')],
    ['groupRegions', (text) => groupRegions([text, `A_${text}`])],
    [
      'parseRecord',
      (text) =>
        parseRecord(aRecord({ workspace: text, level: text, validFrom: text, validTo: text }), 0, {
          now: 0,
          workspaceValue: text,
        }),
    ],
    ['parseDay', parseDay],
    ['nameLevel', nameLevel],
    ['paths', (text) => [paths.screenOf(`/workspaces/${text}`), paths.workspaceOf(`/workspaces/${text}`)]],
    ['toCsv', (text) => toCsv([[text, `;${text}`]])],
    ['parseInstant', parseInstant],
    ['toSafeText', toSafeText],
  ])('by %s', async (_, work) => {
    expect(await superlinearTexts(texts, work)).toEqual([]);
  });
});
