import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import {
  escapeParagraph,
  type TableCell,
  toGrid,
  toHeading,
  toStruckOut,
  toSubscript,
  toSuperscript,
  toTable,
} from './markdown-text.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Maximum nesting of elements. Of deeper elements only the text is read. */
const maxDepth = 200;

const unseen = new Set(
  'script style noscript template head iframe svg canvas object embed audio video map datalist input select textarea button option progress meter rp dialog'.split(
    ' ',
  ),
);
/** Elements around the content of a page. Within an article or section, the same elements belong to the content. */
const surroundings = new Set(['header', 'footer', 'aside']);
const sections = new Set(['article', 'main', 'section', 'blockquote']);
const surroundingRoles = new Set(['banner', 'contentinfo', 'complementary']);
const blocks = new Set(
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form header hgroup html legend li main menu ol optgroup p section summary ul h1 h2 h3 h4 h5 h6 table caption thead tbody tfoot tr td th pre hr'.split(
    ' ',
  ),
);

const isElement = (node: Node): node is Element => 'tagName' in node;
const getChildren = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);
const getAttribute = ({ attrs }: Element, name: string) => attrs.find((one) => one.name === name)?.value;

/** Whether a browser does not render the element. */
function isHidden(element: Element): boolean {
  if (element.tagName === 'dialog') return getAttribute(element, 'open') === undefined;
  const style = getAttribute(element, 'style') ?? '';
  return (
    unseen.has(element.tagName) ||
    getAttribute(element, 'hidden') !== undefined ||
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i.test(style)
  );
}

/** Returns all text of a node at any depth. */
function getPlainText(node: Node): string {
  let text = '';
  for (const stack: Node[] = [node]; stack.length > 0; ) {
    const next = stack.pop();
    if (!next || (isElement(next) && isHidden(next))) continue;
    if (next.nodeName === '#text' && 'value' in next) text += next.value;
    for (const child of [...getChildren(next)].reverse()) stack.push(child);
  }
  return text;
}

function findMain(node: Node, depth = 0): Element | null {
  for (const child of getChildren(node)) {
    if (!isElement(child) || isHidden(child) || depth > maxDepth) continue;
    const isMain = child.tagName === 'main' || getAttribute(child, 'role') === 'main';
    const found = isMain ? child : findMain(child, depth + 1);
    if (found) return found;
  }
  return null;
}

/** Position of the reader in the document. */
interface Position {
  readonly depth: number;
  /** Whether the position is within an article or section. */
  readonly isInside: boolean;
  /** Whether elements around the content are skipped. */
  readonly leavesOut: boolean;
}

const isSurrounding = (element: Element, { isInside, leavesOut }: Position) => {
  const role = getAttribute(element, 'role') ?? '';
  if (!leavesOut) return false;
  if (element.tagName === 'nav' || role === 'navigation') return true;
  return !isInside && (surroundings.has(element.tagName) || surroundingRoles.has(role));
};

/** Collects blocks. Text between two blocks becomes a separate block. */
class Blocks {
  readonly list: string[] = [];
  #line = '';

  addWords(text: string): void {
    this.#line += text;
  }

  addBlock(text: string): void {
    this.endLine();
    if (text.trim() !== '') this.list.push(text);
  }

  endLine(): void {
    const text = getTidyLine(this.#line);
    if (text !== '') this.list.push(escapeParagraph(text));
    this.#line = '';
  }
}

/** Marks explicit line breaks while white space is collapsed to single spaces, as browsers do. */
const lineBreak = '\u0000';
const getTidyLine = (text: string) =>
  text
    .replace(/[ \t\n\r\f]+/g, ' ')
    .split(lineBreak)
    .map((line) => line.trim())
    .join('\n')
    .trim();

function readBlocks(nodes: readonly Node[], place: Position): string[] {
  const found = new Blocks();
  for (const node of nodes) readNode(node, found, place);
  found.endLine();
  return found.list;
}

function readNode(node: Node, into: Blocks, place: Position): void {
  if (node.nodeName === '#text' && 'value' in node) into.addWords(node.value.replaceAll(lineBreak, ''));
  if (!isElement(node) || isHidden(node) || isSurrounding(node, place)) return;
  const inner = { ...place, depth: place.depth + 1, isInside: place.isInside || sections.has(node.tagName) };
  if (place.depth > maxDepth) into.addWords(` ${getPlainText(node)} `);
  else if (blocks.has(node.tagName)) readBlock(node, into, inner);
  else if (node.tagName === 'br') into.addWords(lineBreak);
  else if (node.tagName === 'img') into.addWords(getImageText(node));
  else if (node.tagName === 'math') into.addWords(getMathText(node));
  else readInline(node, into, inner);
}

function getImageText(element: Element): string {
  const words = (getAttribute(element, 'alt') ?? '').trim();
  return words === '' ? '' : ` ![${words}] `;
}

const marks: Readonly<Record<string, (text: string) => string>> = {
  del: toStruckOut,
  s: toStruckOut,
  strike: toStruckOut,
  sup: toSuperscript,
  sub: toSubscript,
  code: (text) => (text.trim() === '' || text.includes('`') ? text : `\`${text.trim()}\``),
  q: (text) => `“${text}”`,
  rt: (text) => `(${text})`,
};

function readInline(element: Element, into: Blocks, place: Position): void {
  const mark = marks[element.tagName];
  const holdsBlocks = getChildren(element).some((child) => isElement(child) && blocks.has(child.tagName));
  if (!mark || holdsBlocks) {
    for (const child of getChildren(element)) readNode(child, into, place);
    return;
  }
  const inner = readBlocks(getChildren(element), place).join(' ');
  const [before = '', after = ''] = [/^\s/, /\s$/].map((edge) => (edge.test(getPlainText(element)) ? ' ' : ''));
  into.addWords(before + mark(inner) + after);
}

/** Returns the TeX annotation that formulas on the web often contain, otherwise their text. */
function getMathText(element: Element): string {
  const find = (node: Node, depth: number): string | null => {
    if (depth > maxDepth) return null;
    if (isElement(node) && node.tagName === 'annotation' && /tex/i.test(getAttribute(node, 'encoding') ?? ''))
      return getPlainText(node).trim();
    for (const child of getChildren(node)) {
      const found = find(child, depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  const tex = find(element, 0) ?? getAttribute(element, 'alttext') ?? null;
  return tex === null ? ` ${getPlainText(element).replace(/\s+/g, '')} ` : ` $${tex}$ `;
}

function readBlock(element: Element, into: Blocks, place: Position): void {
  if (element.tagName === 'table') readTable(element, into, place);
  else {
    const text = blockText(element, place);
    if (text !== null) into.addBlock(text);
    else readParts(getChildren(element), into, place);
  }
}

/** Reads nodes as blocks that are separate from the text before and after them. */
function readParts(nodes: readonly Node[], into: Blocks, place: Position): void {
  into.endLine();
  for (const node of nodes) readNode(node, into, place);
  into.endLine();
}

const toQuote = (text: string) => text.replace(/^/gm, '> ').replace(/^> $/gm, '>');

/** Returns the Markdown of an element that forms one block; null for an element that contains blocks. */
function blockText(element: Element, place: Position): string | null {
  const { tagName } = element;
  const inner = () => readBlocks(getChildren(element), place);
  if (/^h[1-6]$/.test(tagName)) {
    const words = inner().join(' ').replace(/\s+/g, ' ').replace(/^\\/, '');
    return words === '' ? '' : toHeading(Number(tagName.charAt(1)), words);
  }
  if (['ul', 'ol', 'menu', 'dir'].includes(tagName)) return readList(element, place);
  if (tagName === 'pre') return toFence(element);
  if (tagName === 'hr') return '---';
  if (tagName === 'blockquote') return toQuote(inner().join('\n\n'));
  return tagName === 'dl' ? readDefinitions(element, place) : null;
}

function toFence(element: Element): string {
  const text = getPlainText(element).replace(/^\n/, '').trimEnd();
  if (text.trim() === '') return '';
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const named = getChildren(element).find(isElement);
  const [, language = ''] = /\b(?:language|lang)-([\w+#-]+)/.exec((named && getAttribute(named, 'class')) ?? '') ?? [];
  return `${fence}${language}\n${text}\n${fence}`;
}

const indentLines = (text: string, width: number) => text.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`);

function readList(element: Element, place: Position): string {
  const isOrdered = element.tagName === 'ol';
  let number = Number.parseInt(getAttribute(element, 'start') ?? '1', 10) || 1;
  const lines: string[] = [];
  for (const child of getChildren(element)) {
    if (!isElement(child) || isHidden(child)) {
      lines.push(...readBlocks([child], place));
      continue;
    }
    const value = Number.parseInt(getAttribute(child, 'value') ?? '', 10);
    if (Number.isSafeInteger(value)) number = value;
    const mark = isOrdered ? `${number}. ` : '- ';
    if (child.tagName === 'li') number += 1;
    const inner = child.tagName === 'li' ? getChildren(child) : [child];
    const text = readBlocks(inner, { ...place, depth: place.depth + 1 }).join('\n');
    if (text.trim() === '') continue;
    lines.push(child.tagName === 'li' ? mark + indentLines(text, mark.length) : indentLines(`  ${text}`, 2));
  }
  return lines.join('\n');
}

/** Formats a definition list: each term with its definition below. */
function readDefinitions(element: Element, place: Position): string {
  const parts = getChildren(element).flatMap((child) =>
    isElement(child) && child.tagName === 'div' && !isHidden(child) ? getChildren(child) : [child],
  );
  const lines = parts.flatMap((child) => {
    if (!isElement(child)) return readBlocks([child], place);
    if (isHidden(child)) return [];
    const text = readBlocks(getChildren(child), { ...place, depth: place.depth + 1 }).join('\n');
    if (text.trim() === '') return [];
    return [child.tagName === 'dd' ? `: ${indentLines(text, 2)}` : text];
  });
  return lines
    .join('\n')
    .replace(/\n(?!: | )/g, (_, at: number, whole: string) => (/\n: .*$/.test(whole.slice(0, at)) ? '\n\n' : '\n'));
}

/** Returns the rows of a table without those of nested tables. */
function getRows(element: Element): readonly Element[] {
  return getChildren(element).flatMap((child) => {
    if (!isElement(child) || isHidden(child)) return [];
    if (child.tagName === 'tr') return [child];
    return ['thead', 'tbody', 'tfoot'].includes(child.tagName) ? getRows(child) : [];
  });
}

const getCells = (row: Element) =>
  getChildren(row).filter((one): one is Element => isElement(one) && /^t[dh]$/.test(one.tagName) && !isHidden(one));
const getSpan = (cell: Element, name: string) => Math.min(1000, Math.max(1, Number(getAttribute(cell, name)) || 1));

/** Whether a table is used for page layout only, so that its cells are read one after the other. */
function isLayout(element: Element, rows: readonly Element[]): boolean {
  if (['presentation', 'none'].includes(getAttribute(element, 'role') ?? '')) return true;
  if (rows.every((row) => getCells(row).length <= 1)) return true;
  const holdsTable = (node: Node, depth: number): boolean =>
    depth < maxDepth &&
    getChildren(node).some(
      (one) => isElement(one) && (/^(?:table|h[1-6])$/.test(one.tagName) || holdsTable(one, depth + 1)),
    );
  return rows.some((row) => getCells(row).some((cell) => holdsTable(cell, 0)));
}

function readTable(element: Element, into: Blocks, place: Position): void {
  const rows = getRows(element);
  for (const child of getChildren(element))
    if (isElement(child) && child.tagName === 'caption' && !isHidden(child))
      into.addBlock(readBlocks(getChildren(child), place).join('\n'));
  if (isLayout(element, rows)) {
    for (const cell of rows.flatMap(getCells)) readParts(getChildren(cell), into, place);
    return;
  }
  const cells = rows.map((row) =>
    getCells(row).map(
      (cell): TableCell => ({
        text: readBlocks(getChildren(cell), place).join('\n'),
        columns: getSpan(cell, 'colspan'),
        rows: getSpan(cell, 'rowspan'),
      }),
    ),
  );
  into.addBlock(toTable(toGrid(cells)));
}

/**
 * Converts a web page to Markdown with a parser that follows the HTML standard: the visible content without what surrounds it.
 * Links become their text, images their descriptions.
 */
export function readHtml(html: string): string {
  const document = parse(html);
  const [page = document] = getChildren(document).filter(isElement);
  const body = getChildren(page).find((one) => isElement(one) && one.tagName === 'body') ?? page;
  const main = findMain(body);
  const read = (root: Node, leavesOut: boolean) =>
    readBlocks(getChildren(root), { depth: 0, isInside: root !== body, leavesOut }).join('\n\n');
  const text = main ? read(main, true) : '';
  // A page may have an empty main element or only a header.
  if (text.trim() !== '') return text;
  const rest = read(body, true);
  return rest.trim() === '' ? read(body, false) : rest;
}
