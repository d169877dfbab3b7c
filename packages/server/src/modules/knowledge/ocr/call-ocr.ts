import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import {
  ConnectionTestError,
  getPath,
  type OutboundClient,
  type OutboundRequest,
  type OutboundTarget,
  parseJson,
  runConnectionTest,
  toRejection,
} from '../../../platform/outbound/index.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { SettingsTests } from '../../../platform/settings/settings-tests.ts';

/** Text on the sample page. */
const sampleText = '2026 7300';

/** Digits of 3 by 5 squares. Each number is one row of three bits. */
const digits: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 1, 1, 1],
};
const square = 12;
const [width, height] = [600, 200];

/** Returns the grayscale bytes of the sample page, row by row: black squares on white. */
function getPixels(): Buffer {
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

/** Creates the sample page as a PNG image. */
export function createSampleImage(): Buffer {
  const png = new PNG({ width, height });
  for (const [at, grey] of getPixels().entries()) png.data.set([grey, grey, grey, 0xff], at * 4);
  return PNG.sync.write(png, { colorType: 0 });
}

/** Creates a PDF like a scan: each page contains only the image, which fills it. */
export function createSamplePdf(pages = 1): Buffer {
  const image = deflateSync(getPixels());
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
  return getPdf(objects);
}

/** Assembles a PDF file with its cross-reference table, which lists the byte offset of each object. */
function getPdf(objects: readonly Buffer[]): Buffer {
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

/** Maximum bytes of a response. A hundred pages of text are far below it. */
const maxBytes = 16 * 1024 * 1024;

/** Limits of a call to an OCR engine. */
export interface OcrBounds {
  /** Timeout of this call in ms, when it is shorter than that of the settings. */
  readonly withinMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Sends pages to the configured endpoint, enabled or not. Throws ConnectionTestError or OutboundError; neither contains request
 * data.
 */
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
const getDigits = (text: string) => text.replace(/\D/g, '');

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
        const isRight = getDigits(text).includes(getDigits(sampleText));
        const verdict = isRight ? {} : ({ ok: false, problem: 'answer' } as const);
        return { ...verdict, expected: sampleText, text: text.slice(0, shownText).toWellFormed() };
      }),
  };
}

/** The input of one OCR request: pages of a PDF, counted from 1, or one page as a PNG image. */
export type OcrRequest =
  /** `url` is the address of the PDF uploaded to the engine, or a data URL with the PDF. */
  | { readonly kind: 'pages'; readonly url: string; readonly pages: readonly number[] }
  | { readonly kind: 'picture'; readonly png: Buffer; readonly page: number };

/** Recognized text in Markdown, by page. */
type OcrRead = ReadonlyMap<number, string>;

/** Maximum text of one page, in UTF-16 units. */
const maxTextLength = 200_000;

/** Creates a data URL with the full PDF, which is sent with each call. */
export const toPdfDataUrl = (pdf: Buffer): string => `data:application/pdf;base64,${pdf.toString('base64')}`;

/** Mistral counts pages from 0. */
function getMistralBody(model: string, url: string, pages: readonly number[]): object {
  const document = { type: 'document_url', document_url: url };
  return { model, document, pages: pages.map((page) => page - 1), include_image_base64: false };
}

/** Removes image references, because the images themselves are not returned. */
const removeImages = (markdown: string) => markdown.replace(/!\[[^\]]{0,500}\]\([^)]{0,500}\)/g, '').trim();

function mistralRead(answer: unknown, pages: readonly number[]): OcrRead | null {
  const given = getPath(answer, 'pages');
  if (!Array.isArray(given)) return null;
  const texts = new Map<number, string>();
  for (const page of given as unknown[]) {
    const [index, markdown] = [getPath(page, 'index'), getPath(page, 'markdown')];
    if (typeof index !== 'number' || typeof markdown !== 'string') return null;
    texts.set(index + 1, removeImages(markdown).slice(0, maxTextLength));
  }
  const wanted = pages.map((page) => [page, texts.get(page)] as const);
  return wanted.every(([, text]) => text !== undefined) ? new Map(wanted as [number, string][]) : null;
}

const prompt =
  'Transcribe all text of this page exactly as it stands, in its own language and reading order, as Markdown. ' +
  'Answer with the text alone: no comment, no code fence. Answer with nothing when the page has no text.';

function getVisionBody(model: string, png: Buffer): object {
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } };
  return { model, temperature: 0, messages: [{ role: 'user', content: [{ type: 'text', text: prompt }, picture] }] };
}

/** Reads the text of a vision model. Returns null for an incomplete text. */
function visionRead(answer: unknown, page: number): OcrRead | null {
  const choice = getPath(answer, 'choices', 0);
  const content = getPath(choice, 'message', 'content');
  if (typeof content !== 'string' || getPath(choice, 'finish_reason') === 'length') return null;
  const text = content.replace(/^\s*```\w*\n([\s\S]*?)\n?```\s*$/, '$1').trim();
  return new Map([[page, text.slice(0, maxTextLength)]]);
}

function createOcrBody(model: string, prompt: OcrRequest): object {
  return prompt.kind === 'pages' ? getMistralBody(model, prompt.url, prompt.pages) : getVisionBody(model, prompt.png);
}

/** Parses the text of every requested page; null for an invalid response. */
function parseOcrAnswer(answer: unknown, prompt: OcrRequest): OcrRead | null {
  return prompt.kind === 'pages' ? mistralRead(answer, prompt.pages) : visionRead(answer, prompt.page);
}

interface JsonQuestion extends Pick<OutboundRequest, 'timeoutMs' | 'maxBytes' | 'signal'> {
  readonly target: OutboundTarget;
  readonly url: string;
  /** API key, sent as a bearer token; null for none. */
  readonly key: string | null;
  readonly body: object;
}

/**
 * Posts JSON to an OpenAI-compatible API. Returns null when the response is not JSON. Throws ConnectionTestError or
 * OutboundError, which contain no request data.
 */
async function fetchJson(outbound: OutboundClient, { key, body, ...call }: JsonQuestion): Promise<unknown> {
  const answer = await outbound.send({
    ...call,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const rejection = toRejection(answer.status);
  if (rejection) throw rejection;
  return parseJson(answer.body);
}
