import { type OutboundGate, TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { askJson } from './ask-json.ts';
import { type OcrAsk, type OcrRead, ocrBody, ocrRead, pdfAsUrl } from './ocr/ocr-engines.ts';
import { samplePdf, samplePicture, sampleText } from './ocr/sample-page.ts';

export interface OcrNeeds {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

/** Of an answer: a hundred pages of text are far below it. */
const mostBytes = 16 * 1024 * 1024;

/** How long a call to an engine may go on. */
export interface OcrBounds {
  /** Of this call, in ms, where there is less left than the settings allow. */
  readonly withinMs?: number;
  readonly signal?: AbortSignal;
}

/** Sends pages to the endpoint of the settings, in use or not. Throws TrialFailed or OutboundError; neither tells what was sent. */
export async function askOcr(
  { settings, gate }: OcrNeeds,
  ask: OcrAsk,
  { withinMs = Number.POSITIVE_INFINITY, signal }: OcrBounds = {},
): Promise<OcrRead> {
  const { endpoint, model, timeoutSeconds } = await settings.read('pdf', 'ocr');
  if (!endpoint) throw new TrialFailed('off');
  const key = await settings.secret('pdf', 'ocr', 'key');
  const answer = await askJson(gate, {
    target: 'ocr',
    url: endpoint,
    key,
    body: ocrBody(model, ask),
    timeoutMs: Math.min(timeoutSeconds * 1000, withinMs),
    maxBytes: mostBytes,
    ...(signal ? { signal } : {}),
  });
  const read = ocrRead(answer, ask);
  if (!read) throw new TrialFailed('answer');
  return read;
}

const shownText = 500;
const digitsOf = (text: string) => text.replace(/\D/g, '');

export function ocrTrials(needs: OcrNeeds): SettingsTrials {
  return {
    'pdf/ocr/read': () =>
      trial(async () => {
        const { engine } = await needs.settings.read('pdf', 'ocr');
        const ask: OcrAsk =
          engine === 'vision'
            ? { kind: 'picture', png: samplePicture(), page: 1 }
            : { kind: 'pages', url: pdfAsUrl(samplePdf()), pages: [1] };
        const text = (await askOcr(needs, ask)).get(1) ?? '';
        const isRight = digitsOf(text).includes(digitsOf(sampleText));
        const verdict = isRight ? {} : ({ ok: false, problem: 'answer' } as const);
        return { ...verdict, expected: sampleText, text: text.slice(0, shownText).toWellFormed() };
      }),
  };
}
