import type { SearchResult } from '@gantry/core';
import {
  ConnectionTestError,
  type OutboundClient,
  parseJson,
  runConnectionTest,
  toRejection,
} from '../../platform/outbound/index.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { SettingsTests } from '../../platform/settings/try-settings.ts';
import { searchRequest, searchResults } from './search-engines.ts';

export interface SearchDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** Asks the engine of the settings. Throws TrialFailed or OutboundError; neither tells what was asked. */
export async function searchWeb(
  { settings, outbound }: SearchDeps,
  query: string,
  topK: number,
): Promise<SearchResult[]> {
  const { engine, endpoint, timeoutSeconds } = await settings.read('extensions', 'webSearch');
  if (!endpoint) throw new ConnectionTestError('off');
  const key = await settings.secret('extensions', 'webSearch', 'key');
  const request = searchRequest(engine, { endpoint, key, query, topK });
  const method = request.body === undefined ? 'GET' : 'POST';
  const { status, body } = await outbound.send({
    target: 'search',
    ...request,
    method,
    timeoutMs: timeoutSeconds * 1000,
    redirects: 2,
  });
  const rejection = toRejection(status);
  if (rejection) throw rejection;
  const results = searchResults(engine, parseJson(body), topK);
  if (!results) throw new ConnectionTestError('answer');
  return results;
}

const shownResults = 5;

export function createSearchTests(deps: SearchDeps): SettingsTests {
  return {
    'extensions/webSearch/query': ({ query }) =>
      runConnectionTest(async () => {
        const items = await searchWeb(deps, String(query), shownResults);
        return { found: items.length, results: items.map(({ title, url }) => ({ title, url })) };
      }),
  };
}
