import type { SearchResult } from '@gantry/core';
import { jsonIn, type OutboundGate, refusalOf, TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { searchRequest, searchResults } from './search-engines.ts';

export interface SearchNeeds {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

/** Asks the engine of the settings. Throws TrialFailed or OutboundError; neither tells what was asked. */
export async function searchWeb({ settings, gate }: SearchNeeds, query: string, topK: number): Promise<SearchResult[]> {
  const { engine, endpoint, timeoutSeconds } = await settings.read('extensions', 'webSearch');
  if (!endpoint) throw new TrialFailed('off');
  const key = await settings.secret('extensions', 'webSearch', 'key');
  const request = searchRequest(engine, { endpoint, key, query, topK });
  const method = request.body === undefined ? 'GET' : 'POST';
  const { status, body } = await gate.send({
    target: 'search',
    ...request,
    method,
    timeoutMs: timeoutSeconds * 1000,
    redirects: 2,
  });
  const refusal = refusalOf(status);
  if (refusal) throw refusal;
  const results = searchResults(engine, jsonIn(body), topK);
  if (!results) throw new TrialFailed('answer');
  return results;
}

const shownResults = 5;

export function searchTrials(needs: SearchNeeds): SettingsTrials {
  return {
    'extensions/webSearch/query': ({ query }) =>
      trial(async () => {
        const items = await searchWeb(needs, String(query), shownResults);
        return { found: items.length, results: items.map(({ title, url }) => ({ title, url })) };
      }),
  };
}
