import type { DocumentWarning } from '@gantry/core';
import { DocumentError } from './document-error.ts';
import { Numbering, type NumberRef } from './docx-numbering.ts';
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
import { formatEquation } from './office-math.ts';
import { findAll, findElement, getElements, getText, OfficePackage, type XmlElement } from './office-package.ts';
import type { ReadLimits, ReadPages } from './read-document.ts';

const getValueIn = (element: XmlElement | undefined, ...path: readonly string[]) =>
  findElement(element, ...path)?.attributes['w:val'];
/** Whether a toggle property is on: when it exists, unless its value turns it off. */
const isOn = (element: XmlElement | undefined) =>
  element !== undefined && !['0', 'false', 'off', 'none'].includes(element.attributes['w:val'] ?? '');

/** Paragraph properties of a style, including those of its base styles. */
interface Style {
  /** Heading level from 1; null for a style that is not a heading. */
  readonly heading: number | null;
  readonly number: NumberRef;
  readonly run: XmlElement | undefined;
}

const plain: Style = { heading: null, number: { list: undefined, level: undefined }, run: undefined };
const maxBased = 20;

function getNumber(properties: XmlElement | undefined): NumberRef {
  const level = getValueIn(properties, 'w:numPr', 'w:ilvl');
  return { list: getValueIn(properties, 'w:numPr', 'w:numId'), level: level === undefined ? undefined : Number(level) };
}

function getHeading(name: string, outline: string | undefined): number | null {
  const [, level] = /^heading ([1-9])$/i.exec(name) ?? [];
  if (level !== undefined) return Number(level);
  if (/^title$/i.test(name)) return 1;
  return outline !== undefined && Number(outline) < 9 ? Number(outline) + 1 : null;
}

/** Styles by ID. */
class Styles {
  readonly #styles = new Map<string, XmlElement>();
  readonly #read = new Map<string, Style>();
  readonly defaultStyle: string | undefined;

  constructor(root: XmlElement | undefined) {
    for (const style of getElements(root)) {
      const id = style.attributes['w:styleId'];
      if (style.name === 'w:style' && id !== undefined) this.#styles.set(id, style);
    }
    this.defaultStyle = [...this.#styles].find(
      ([, { attributes }]) =>
        attributes['w:type'] === 'paragraph' && ['1', 'true'].includes(attributes['w:default'] ?? ''),
    )?.[0];
  }

  get(id: string | undefined, depth = 0): Style {
    const element = this.#styles.get(id ?? '');
    if (!element || id === undefined || depth > maxBased) {
      const [, level] = /^heading\s?([1-9])$/i.exec(id ?? '') ?? [];
      return level === undefined ? plain : { ...plain, heading: Number(level) };
    }
    const known = this.#read.get(id);
    if (known) return known;
    const base = this.get(getValueIn(element, 'w:basedOn'), depth + 1);
    const own = findElement(element, 'w:pPr');
    const number = getNumber(own);
    const style = {
      heading: getHeading(getValueIn(element, 'w:name') ?? '', getValueIn(own, 'w:outlineLvl')) ?? base.heading,
      number: { list: number.list ?? base.number.list, level: number.level ?? base.number.level },
      run: findElement(element, 'w:rPr') ?? base.run,
    };
    this.#read.set(id, style);
    return style;
  }
}

/** Consecutive runs with equal formatting, merged so that they are not marked one by one. */
interface Piece {
  text: string;
  readonly look: 'plain' | 'raised' | 'lowered';
  readonly isStruck: boolean;
}

const getShownPiece = ({ text, look, isStruck }: Piece) => {
  const shifted = look === 'raised' ? toSuperscript(text) : look === 'lowered' ? toSubscript(text) : text;
  return isStruck ? toStruckOut(shifted) : shifted;
};

/** Reads the text of a part. */
class DocxReader {
  readonly warnings = new Set<DocumentWarning>();
  readonly #styles: Styles;
  readonly #numbering: Numbering;
  /** States of the open nested fields. The code of a field is not text; its result is. */
  #fields: ('code' | 'result')[] = [];

  constructor(styles: Styles, numbering: Numbering) {
    this.#styles = styles;
    this.#numbering = numbering;
  }

  readBlocks(element: XmlElement): string[] {
    const blocks: string[] = [];
    let wasItem = false;
    for (const child of getElements(element)) {
      const isItem = child.name === 'w:p' && this.#isItem(child);
      const found =
        child.name === 'w:p'
          ? this.#readParagraph(child)
          : child.name === 'w:tbl'
            ? [this.#readTable(child)]
            : this.#readOther(child);
      for (const [at, text] of found.entries()) {
        if (text.trim() === '') continue;
        // Consecutive list items form one block.
        if (isItem && wasItem && at === 0) blocks[blocks.length - 1] += `\n${text}`;
        else blocks.push(text);
        wasItem = isItem;
      }
    }
    return blocks;
  }

  /** Reads the paragraphs in content controls, custom XML and tracked insertions. Skips moved and deleted text. */
  #readOther(element: XmlElement): string[] {
    if (element.name === 'w:sdt') {
      const content = findElement(element, 'w:sdtContent');
      const isContents = /^table of contents$/i.test(
        getValueIn(element, 'w:sdtPr', 'w:docPartObj', 'w:docPartGallery') ?? '',
      );
      return content && !isContents ? this.readBlocks(content) : [];
    }
    if (['w:customXml', 'w:smartTag', 'w:ins', 'w:moveTo'].includes(element.name)) return this.readBlocks(element);
    if (element.name === 'mc:AlternateContent') return this.readBlocks(getAlternative(element));
    if (element.name === 'w:altChunk') this.warnings.add('embeddedContent');
    return [];
  }

  #styleOf(paragraph: XmlElement): { readonly id: string | undefined; readonly style: Style } {
    const id = getValueIn(paragraph, 'w:pPr', 'w:pStyle') ?? this.#styles.defaultStyle;
    return { id, style: this.#styles.get(id) };
  }

  #numberRef(paragraph: XmlElement): NumberRef {
    const { id, style } = this.#styleOf(paragraph);
    const own = getNumber(findElement(paragraph, 'w:pPr'));
    const list = own.list ?? style.number.list;
    const ofStyle =
      own.list === undefined && list !== undefined && id !== undefined
        ? this.#numbering.levelOfStyle(list, id)
        : undefined;
    return { list, level: own.level ?? ofStyle ?? style.number.level };
  }

  #isItem(paragraph: XmlElement): boolean {
    const { list = '0' } = this.#numberRef(paragraph);
    return list !== '0' && this.#headingOf(paragraph) === null;
  }

  #headingOf(paragraph: XmlElement): number | null {
    const outline = getValueIn(paragraph, 'w:pPr', 'w:outlineLvl');
    return outline !== undefined
      ? Number(outline) < 9
        ? Number(outline) + 1
        : null
      : this.#styleOf(paragraph).style.heading;
  }

  #readParagraph(paragraph: XmlElement): string[] {
    // The table of contents repeats the headings with page numbers.
    if (/^toc\s?[1-9]$/i.test(this.#styleOf(paragraph).id ?? '')) return [];
    const boxes: string[] = [];
    const text = this.#readRuns(paragraph, boxes).trim();
    const reference = this.#numberRef(paragraph);
    // Word does not number a hidden paragraph.
    const isMarkHidden = text === '' && isOn(findElement(paragraph, 'w:pPr', 'w:rPr', 'w:vanish'));
    const label = isMarkHidden ? null : this.#numbering.next(reference);
    const heading = this.#headingOf(paragraph);
    if (text === '') return boxes;
    if (heading !== null) return [toHeading(heading, (label?.text ?? '') + text.replace(/\s*\n\s*/g, ' ')), ...boxes];
    if (!label) return [escapeParagraph(text), ...boxes];
    const indent = '   '.repeat(label.level);
    const mark = label.isBullet ? '- ' : label.text;
    return [indent + mark + text.replaceAll('\n', `\n${indent}   `), ...boxes];
  }

  /** Returns the text of a paragraph. The text of its text boxes is added to `boxes`, which follow the paragraph. */
  #readRuns(paragraph: XmlElement, boxes: string[]): string {
    const pieces: Piece[] = [];
    const add = (text: string, look: Piece['look'] = 'plain', isStruck = false) => {
      const last = pieces.at(-1);
      if (last && last.look === look && last.isStruck === isStruck) last.text += text;
      else if (text !== '') pieces.push({ text, look, isStruck });
    };
    const walk = (element: XmlElement) => {
      for (const child of getElements(element)) {
        if (child.name === 'w:r') this.#readRun(child, add, boxes);
        else if (child.name === 'm:oMath' || child.name === 'm:oMathPara') add(formatEquation(child));
        else if (child.name === 'w:del' || child.name === 'w:moveFrom') this.warnings.add('trackedChanges');
        else if (child.name === 'w:sdt') {
          const content = findElement(child, 'w:sdtContent');
          if (content) walk(content);
        } else if (child.name === 'mc:AlternateContent') walk(getAlternative(child));
        else if (child.name !== 'w:pPr') walk(child);
      }
    };
    walk(paragraph);
    return pieces.map(getShownPiece).join('');
  }

  #readRun(
    run: XmlElement,
    add: (text: string, look?: Piece['look'], isStruck?: boolean) => void,
    boxes: string[],
  ): void {
    const own = findElement(run, 'w:rPr');
    const style = this.#styles.get(getValueIn(own, 'w:rStyle')).run;
    const has = (name: string) => isOn(findElement(own, name) ?? findElement(style, name));
    const shift = getValueIn(own, 'w:vertAlign') ?? getValueIn(style, 'w:vertAlign');
    const look = shift === 'superscript' ? 'raised' : shift === 'subscript' ? 'lowered' : 'plain';
    const isStruck = has('w:strike') || has('w:dstrike');
    const isSeen = !has('w:vanish');
    const say = (text: string) => {
      if (isSeen && !this.#fields.includes('code')) add(text, look, isStruck);
    };
    const read = (element: XmlElement) => {
      for (const child of getElements(element)) {
        const { name, attributes } = child;
        if (name === 'w:t') say(getText(child));
        else if (name === 'w:tab' || name === 'w:ptab') say('\t');
        else if (name === 'w:br' || name === 'w:cr')
          say(attributes['w:type'] === 'page' || attributes['w:type'] === 'column' ? '' : '\n');
        else if (name === 'w:noBreakHyphen') say('-');
        else if (name === 'w:sym') say(getSymbol(attributes));
        else if (name === 'w:fldChar') this.#readField(attributes['w:fldCharType']);
        else if (name === 'w:footnoteReference') add(`[^${attributes['w:id'] ?? ''}]`);
        else if (name === 'w:endnoteReference') add(`[^e${attributes['w:id'] ?? ''}]`);
        else if (name === 'w:delText') this.warnings.add('trackedChanges');
        else if (name === 'w:drawing' || name === 'w:pict' || name === 'w:object') this.#readDrawing(child, say, boxes);
        else if (name === 'mc:AlternateContent') read(getAlternative(child));
        else if (name === 'w:ruby') say(`${getTextIn(child, 'w:rubyBase')}(${getTextIn(child, 'w:rt')})`);
      }
    };
    read(run);
  }

  #readField(type: string | undefined): void {
    if (type === 'begin') this.#fields.push('code');
    else if (type === 'separate' && this.#fields.length > 0) this.#fields[this.#fields.length - 1] = 'result';
    else if (type === 'end') this.#fields.pop();
  }

  /** Reads text boxes and the descriptions of images. */
  #readDrawing(element: XmlElement, say: (text: string) => void, boxes: string[]): void {
    const contents = findAll(element, 'w:txbxContent');
    const fields = this.#fields;
    this.#fields = [];
    for (const content of contents) boxes.push(...this.readBlocks(content));
    this.#fields = fields;
    if (contents.length > 0) return;
    const words = (findAll(element, 'wp:docPr')[0]?.attributes.descr ?? '').replace(/\s+/g, ' ').trim();
    if (words !== '') say(`![${words}]`);
    else this.warnings.add(element.name === 'w:object' ? 'embeddedContent' : 'images');
  }

  #readTable(table: XmlElement): string {
    const rows = getRowsIn(table).map((row) => ({ row, cells: getCellsIn(row) }));
    /** Cells of the previous row that continue in this one, by their first column. */
    let open = new Map<number, { cell: TableCell & { rows: number }; columns: number }>();
    const grid: TableCell[][] = [];
    for (const { row, cells } of rows) {
      const made: TableCell[] = [];
      const next: typeof open = new Map();
      let column = Number(getValueIn(row, 'w:trPr', 'w:gridBefore') ?? 0);
      if (column > 0) made.push({ text: '', columns: column, rows: 1 });
      for (const cell of cells) {
        const properties = findElement(cell, 'w:tcPr');
        const columns = Math.min(1000, Math.max(1, Number(getValueIn(properties, 'w:gridSpan') ?? 1)));
        const merge = findElement(properties, 'w:vMerge');
        const above = open.get(column);
        const text = this.readBlocks(cell).join('\n');
        if (merge && merge.attributes['w:val'] !== 'restart' && above) {
          above.cell.rows += 1;
          next.set(column, above);
        } else {
          const fresh = { text, columns, rows: 1 };
          made.push(fresh);
          if (merge) next.set(column, { cell: fresh, columns });
        }
        column += columns;
      }
      grid.push(made);
      open = next;
    }
    const only = grid.length === 1 && grid[0]?.length === 1 ? grid[0][0] : undefined;
    // A table with a single cell is only a frame around text.
    return only ? only.text : toTable(toGrid(grid));
  }
}

/** Returns the children and replaces content controls, which may wrap rows and cells, by their content. */
const unwrap = (element: XmlElement): readonly XmlElement[] =>
  getElements(element).flatMap((child) => {
    if (child.name === 'w:sdt') return unwrap(findElement(child, 'w:sdtContent') ?? child);
    return child.name === 'w:customXml' || child.name === 'w:ins' ? unwrap(child) : [child];
  });
const getRowsIn = (table: XmlElement) =>
  unwrap(table).filter((row) => row.name === 'w:tr' && findElement(row, 'w:trPr', 'w:del') === undefined);
const getCellsIn = (row: XmlElement) => unwrap(row).filter(({ name }) => name === 'w:tc');

const empty: XmlElement = { name: '', attributes: {}, children: [] };
/** Returns the fallback that every program supports. Choices need extensions. */
const getAlternative = (element: XmlElement) =>
  findElement(element, 'mc:Fallback') ?? findElement(element, 'mc:Choice') ?? empty;
const getTextIn = (element: XmlElement, name: string) =>
  findAll(findElement(element, name), 'w:t').map(getText).join('');

/** Common symbols of Wingdings and similar fonts. Other symbols have no meaning outside their font. */
const wingdings: Readonly<Record<string, string>> = {
  fc: '✓',
  fe: '☑',
  fb: '✗',
  fd: '☒',
  a8: '☐',
  '6f': '□',
  e0: '→',
  '9f': '•',
};
function getSymbol({ 'w:char': code = '', 'w:font': font = '' }: Readonly<Record<string, string>>): string {
  const low = code.toLowerCase().replace(/^f0/, '');
  if (/^wingdings/i.test(font)) return wingdings[low] ?? '';
  const point = Number.parseInt(code, 16);
  return Number.isNaN(point) || (point >= 0xe000 && point <= 0xf8ff) ? '' : String.fromCodePoint(point);
}

/** Converts a Word document to Markdown with headings, numbers, tables, equations and notes. Throws DocumentError. */
export function readDocx(bytes: Buffer, { maxBytes }: ReadLimits): ReadPages {
  const office = new OfficePackage(bytes, maxBytes);
  const main = office.findMainPart();
  const relations = [...office.readRelations(main).values()];
  const readPart = (type: string) => {
    const part = relations.find((one) => one.type === type);
    return part && office.read(part.target);
  };
  const styles = new Styles(readPart('styles'));
  const numbering = new Numbering(readPart('numbering'), (style) => styles.get(style).number.list);
  const reader = new DocxReader(styles, numbering);
  const body = findElement(office.read(main), 'w:body');
  if (!body) throw new DocumentError('damaged');
  const blocks = reader.readBlocks(body);
  for (const [type, name, mark] of [
    ['footnotes', 'w:footnote', ''],
    ['endnotes', 'w:endnote', 'e'],
  ] as const) {
    for (const note of getElements(readPart(type))) {
      if (note.name !== name || note.attributes['w:type'] !== undefined) continue;
      const text = reader.readBlocks(note).join('\n').trim();
      if (text !== '') blocks.push(`[^${mark}${note.attributes['w:id'] ?? ''}]: ${text}`);
    }
  }
  if (relations.some(({ type }) => type === 'comments')) reader.warnings.add('comments');
  return { pages: [blocks.join('\n\n')], warnings: [...reader.warnings] };
}
