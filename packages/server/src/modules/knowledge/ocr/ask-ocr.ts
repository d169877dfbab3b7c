import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { fetchJson } from '../../../platform/outbound/ask-json.ts';
import { ConnectionTestError, type OutboundClient, runConnectionTest } from '../../../platform/outbound/index.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { SettingsTests } from '../../../platform/settings/try-settings.ts';
import { createOcrBody, type OcrRead, type OcrRequest, parseOcrAnswer, toPdfDataUrl } from './ocr-engines.ts';

/** What the sample page says. */
const sampleText = '2026 7300';

/** Digits of 3 by 5 squares, a row a number of three bits. */
const digits: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 1, 1, 1],
};
const square = 12;
const [width, height] = [600, 200];

/** Grey bytes, row by row: black squares on white. */
function pixels(): Buffer {
  const grey = Buffer.alloc(width * height, 0xff);
  for (const [place, letter] of [...sampleText].entries()) {
    for (const [row, bits] of (digits[letter] ?? []).entries()) {
      for (let column = 0; column < 3; column += 1) if (bits & (4 >> column)) fill(grey, place * 5 + column, row);
    }
  }
  return grey;
}

function fill(grey: Buffer, column: number, row: number): void {
  const [left, top] = [36 + column * square, 70 + row * square];
  for (let y = top; y < top + square; y += 1) grey.fill(0, y * width + left, y * width + left + square);
}

/** The page as an image. */
export function createSampleImage(): Buffer {
  const png = new PNG({ width, height });
  for (const [at, grey] of pixels().entries()) png.data.set([grey, grey, grey, 0xff], at * 4);
  return PNG.sync.write(png, { colorType: 0 });
}

/** A scan: pages that hold nothing but the image, which fills them. */
export function createSamplePdf(pages = 1): Buffer {
  const image = deflateSync(pixels());
  const place = `q ${width} 0 0 ${height} 0 0 cm /Im Do Q`;
  const stream = (entries: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]);
  const kids = Array.from({ length: pages }, (_, at) => `${5 + at} 0 R`).join(' ');
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /Im 3 0 R >> >> >>`;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      image,
    ),
    stream('', Buffer.from(place)),
    ...Array.from({ length: pages }, () => Buffer.from(page)),
  ];
  return pdfOf(objects);
}

/** The file with its table of objects, which says at which byte each starts. */
function pdfOf(objects: readonly Buffer[]): Buffer {
  const pieces = [Buffer.from('%PDF-1.4\n')];
  let size = pieces[0]?.length ?? 0;
  const positions = objects.map((object, at) => {
    const place = size;
    const piece = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    pieces.push(piece);
    size += piece.length;
    return place;
  });
  const table = positions.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const trailer = `trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF\n`;
  pieces.push(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`));
  return Buffer.concat(pieces);
}

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
