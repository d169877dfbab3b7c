import { getPath } from '../../../platform/outbound/index.ts';

/** What an engine is given at once: pages of a PDF, counted from 1, or the image of one page as PNG. */
export type OcrRequest =
  /** `url` is where the PDF is found: at the engine since it was uploaded there, or in the address itself. */
  | { readonly kind: 'pages'; readonly url: string; readonly pages: readonly number[] }
  | { readonly kind: 'picture'; readonly png: Buffer; readonly page: number };

/** What was read, in Markdown, by page. */
export type OcrRead = ReadonlyMap<number, string>;

/** UTF-16 units of one page that are taken. */
const maxTextLength = 200_000;

/** An address that is the PDF: as large as all of it, with each call. */
export const toPdfDataUrl = (pdf: Buffer): string => `data:application/pdf;base64,${pdf.toString('base64')}`;

/** Mistral counts pages from 0. */
function mistralBody(model: string, url: string, pages: readonly number[]): object {
  const document = { type: 'document_url', document_url: url };
  return { model, document, pages: pages.map((page) => page - 1), include_image_base64: false };
}

/** Its images stay behind, so what points at them says nothing. */
const withoutPictures = (markdown: string) => markdown.replace(/!\[[^\]]{0,500}\]\([^)]{0,500}\)/g, '').trim();

function mistralRead(answer: unknown, pages: readonly number[]): OcrRead | null {
  const given = getPath(answer, 'pages');
  if (!Array.isArray(given)) return null;
  const texts = new Map<number, string>();
  for (const page of given as unknown[]) {
    const [index, markdown] = [getPath(page, 'index'), getPath(page, 'markdown')];
    if (typeof index !== 'number' || typeof markdown !== 'string') return null;
    texts.set(index + 1, withoutPictures(markdown).slice(0, maxTextLength));
  }
  const wanted = pages.map((page) => [page, texts.get(page)] as const);
  return wanted.every(([, text]) => text !== undefined) ? new Map(wanted as [number, string][]) : null;
}

const prompt =
  'Transcribe all text of this page exactly as it stands, in its own language and reading order, as Markdown. ' +
  'Answer with the text alone: no comment, no code fence. Answer with nothing when the page has no text.';

function visionBody(model: string, png: Buffer): object {
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } };
  return { model, temperature: 0, messages: [{ role: 'user', content: [{ type: 'text', text: prompt }, picture] }] };
}

/** A text that the model did not finish is none. */
function visionRead(answer: unknown, page: number): OcrRead | null {
  const choice = getPath(answer, 'choices', 0);
  const content = getPath(choice, 'message', 'content');
  if (typeof content !== 'string' || getPath(choice, 'finish_reason') === 'length') return null;
  const text = content.replace(/^\s*```\w*\n([\s\S]*?)\n?```\s*$/, '$1').trim();
  return new Map([[page, text.slice(0, maxTextLength)]]);
}

export function createOcrBody(model: string, prompt: OcrRequest): object {
  return prompt.kind === 'pages' ? mistralBody(model, prompt.url, prompt.pages) : visionBody(model, prompt.png);
}

/** What an answer says of every page that was asked for; null when it makes no sense. */
export function parseOcrAnswer(answer: unknown, prompt: OcrRequest): OcrRead | null {
  return prompt.kind === 'pages' ? mistralRead(answer, prompt.pages) : visionRead(answer, prompt.page);
}
