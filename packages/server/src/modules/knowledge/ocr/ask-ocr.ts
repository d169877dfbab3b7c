import { fetchJson } from '../../../platform/outbound/ask-json.ts';
import { ConnectionTestError, type OutboundClient, runConnectionTest } from '../../../platform/outbound/index.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { SettingsTests } from '../../../platform/settings/try-settings.ts';
import { createOcrBody, type OcrRead, type OcrRequest, parseOcrAnswer, toPdfDataUrl } from './ocr-engines.ts';
import { createSampleImage, createSamplePdf, sampleText } from './sample-page.ts';

export interface OcrDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** Of an answer: a hundred pages of text are far below it. */
const maxBytes = 16 * 1024 * 1024;

/** How long a call to an engine may go on. */
export interface OcrBounds {
  /** Of this call, in ms, where there is less left than the settings allow. */
  readonly withinMs?: number;
  readonly signal?: AbortSignal;
}

/** Sends pages to the endpoint of the settings, in use or not. Throws TrialFailed or OutboundError; neither tells what was sent. */
export async function requestOcr(
  { settings, outbound }: OcrDeps,
  prompt: OcrRequest,
  { withinMs = Number.POSITIVE_INFINITY, signal }: OcrBounds = {},
): Promise<OcrRead> {
  const { endpoint, model, timeoutSeconds } = await settings.read('pdf', 'ocr');
  if (!endpoint) throw new ConnectionTestError('off');
  const key = await settings.secret('pdf', 'ocr', 'key');
  const answer = await fetchJson(outbound, {
    target: 'ocr',
    url: endpoint,
    key,
    body: createOcrBody(model, prompt),
    timeoutMs: Math.min(timeoutSeconds * 1000, withinMs),
    maxBytes: maxBytes,
    ...(signal ? { signal } : {}),
  });
  const read = parseOcrAnswer(answer, prompt);
  if (!read) throw new ConnectionTestError('answer');
  return read;
}

const shownText = 500;
const digitsOf = (text: string) => text.replace(/\D/g, '');

export function createOcrTests(deps: OcrDeps): SettingsTests {
  return {
    'pdf/ocr/read': () =>
      runConnectionTest(async () => {
        const { engine } = await deps.settings.read('pdf', 'ocr');
        const prompt: OcrRequest =
          engine === 'vision'
            ? { kind: 'picture', png: createSampleImage(), page: 1 }
            : { kind: 'pages', url: toPdfDataUrl(createSamplePdf()), pages: [1] };
        const text = (await requestOcr(deps, prompt)).get(1) ?? '';
        const isRight = digitsOf(text).includes(digitsOf(sampleText));
        const verdict = isRight ? {} : ({ ok: false, problem: 'answer' } as const);
        return { ...verdict, expected: sampleText, text: text.slice(0, shownText).toWellFormed() };
      }),
  };
}
