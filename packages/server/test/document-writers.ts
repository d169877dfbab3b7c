import { type Block, makeDocx, makePptx, makeWorkbook, toSheetData } from './make-office.ts';

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function toHtml(block: Block): string {
  if ('heading' in block) return `<h${block.level}>${escapeHtml(block.heading)}</h${block.level}>`;
  if ('text' in block) return `<p>${escapeHtml(block.text)}</p>`;
  if ('items' in block) return `<ol>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ol>`;
  return `<table>${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
}

function toMarkdown(block: Block): string {
  if ('heading' in block) return `${'#'.repeat(block.level)} ${block.heading}`;
  if ('text' in block) return block.text;
  if ('items' in block) return block.items.map((item, at) => `${at + 1}. ${item}`).join('\n');
  const line = (row: readonly string[]) =>
    `|${row.map((cell) => (cell === '' ? ' ' : ` ${cell.replace('|', '\\|')} `)).join('|')}|`;
  const [head = [], ...rest] = block.rows;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rest.map(line)].join('\n');
}

/** Creates a slide for each heading. */
function toSlides(blocks: readonly Block[]) {
  const slides: { blocks: Block[] }[] = [];
  for (const block of blocks) {
    if ('heading' in block) slides.push({ blocks: [block] });
    else slides.at(-1)?.blocks.push(block);
  }
  return slides;
}

const page = (blocks: readonly Block[]) => blocks.map(toHtml).join('\n');
/** Writes a document in a file format. */
export type WriteDocument = (blocks: readonly Block[]) => Buffer | Promise<Buffer>;

/** By file extension and, after a space, the variant. */
export const documentWriters: Readonly<Record<string, WriteDocument>> = {
  'md in UTF-8': (blocks) => Buffer.from(blocks.map(toMarkdown).join('\n\n')),
  'md in UTF-16': (blocks) => Buffer.from(`\ufeff${blocks.map(toMarkdown).join('\r\n\r\n')}`, 'utf16le'),
  html: (blocks) => Buffer.from(`<!doctype html><title>t</title><nav>Home</nav><main>${page(blocks)}</main>`),
  'html of a fragment': (blocks) => Buffer.from(`<!-- made by hand --><form>${page(blocks)}<input value="x"></form>`),
  xhtml: (blocks) =>
    Buffer.from(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>${page(blocks)}</body></html>`),
  docx: makeDocx,
  pptx: (blocks) => makePptx(toSlides(blocks)),
};

/** Writes a heading and its table as a sheet. */
export const writeWorkbook: WriteDocument = (blocks) => {
  const [title, table] = blocks;
  return makeWorkbook({
    [title && 'heading' in title ? title.heading : '']: toSheetData(table && 'rows' in table ? table.rows : []),
  });
};
