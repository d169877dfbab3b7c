import type { DocumentWarning } from '@gantry/core';
import { DocumentError } from './document-error.ts';
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

/** State while reading a slide. */
interface Slide {
  title: string;
  readonly blocks: string[];
  readonly warnings: Set<DocumentWarning>;
  /** Returns the package part of a relation ID of the slide. */
  partOf(id: string): XmlElement | undefined;
}

function runText(run: XmlElement): string {
  const text = getText(findElement(run, 'a:t'));
  const { baseline = '0', strike = 'noStrike' } = findElement(run, 'a:rPr')?.attributes ?? {};
  const shifted =
    Number.parseInt(baseline, 10) > 0
      ? toSuperscript(text)
      : Number.parseInt(baseline, 10) < 0
        ? toSubscript(text)
        : text;
  return strike === 'noStrike' ? shifted : toStruckOut(shifted);
}

function getParagraphText(paragraph: XmlElement): string {
  return getElements(paragraph)
    .map((child): string => {
      if (child.name === 'a:r' || child.name === 'a:fld') return runText(child);
      if (child.name === 'a:br') return '\n';
      if (child.name === 'mc:AlternateContent') return findAll(child, 'm:oMath').map(formatEquation).join(' ');
      return findAll({ ...child, children: [child] }, 'm:oMath')
        .map(formatEquation)
        .join(' ');
    })
    .join('')
    .trim();
}

/** Reads the paragraphs of a shape with their list levels. Paragraphs of a text placeholder are list items by default. */
function readBody(body: XmlElement | undefined, isList: boolean): string {
  const numbers: number[] = [];
  const lines: string[] = [];
  for (const paragraph of getElements(body)) {
    if (paragraph.name !== 'a:p') continue;
    const properties = findElement(paragraph, 'a:pPr');
    const level = Math.min(8, Math.max(0, Number(properties?.attributes.lvl ?? 0)));
    const text = getParagraphText(paragraph);
    if (text === '') continue;
    const isNumbered = findElement(properties, 'a:buAutoNum') !== undefined;
    const hasMark = findElement(properties, 'a:buChar') !== undefined || isNumbered;
    const isItem = findElement(properties, 'a:buNone') === undefined && (isList || hasMark || level > 0);
    numbers.length = level + 1;
    numbers[level] = isNumbered
      ? (numbers[level] ?? Number(findElement(properties, 'a:buAutoNum')?.attributes.startAt ?? 1) - 1) + 1
      : 0;
    const mark = isNumbered ? `${numbers[level]}. ` : '- ';
    const indent = '  '.repeat(level);
    lines.push(isItem ? indent + mark + text.replaceAll('\n', `\n${indent}  `) : escapeParagraph(text));
  }
  return lines.join('\n');
}

function readTable(table: XmlElement): string {
  const rows = getElements(table).filter(({ name }) => name === 'a:tr');
  return toTable(
    toGrid(
      rows.map((row) =>
        getElements(row)
          .filter(({ name, attributes }) => name === 'a:tc' && attributes.hMerge !== '1' && attributes.vMerge !== '1')
          .map(
            (cell): TableCell => ({
              text: readBody(findElement(cell, 'a:txBody'), false),
              columns: Math.min(1000, Number(cell.attributes.gridSpan ?? 1) || 1),
              rows: Math.min(10_000, Number(cell.attributes.rowSpan ?? 1) || 1),
            }),
          ),
      ),
    ),
  );
}

/** Reads tables and the text of diagrams. Skips charts and similar objects. */
function readFrame(frame: XmlElement, slide: Slide): void {
  const table = findAll(frame, 'a:tbl')[0];
  if (table) {
    slide.blocks.push(readTable(table));
    return;
  }
  const diagram = findAll(frame, 'relIds')[0]?.attributes['r:dm'];
  const words = diagram === undefined ? [] : findAll(slide.partOf(diagram), 'a:p').map(getParagraphText);
  const lines = words.filter((text) => text !== '').map((text) => `- ${text}`);
  if (lines.length > 0) slide.blocks.push(lines.join('\n'));
  else slide.warnings.add('embeddedContent');
}

const getDescription = (shape: XmlElement) => findAll(shape, 'p:cNvPr')[0]?.attributes;

function readShapes(tree: XmlElement | undefined, slide: Slide): void {
  for (const shape of getElements(tree)) {
    if (getDescription(shape)?.hidden === '1') slide.warnings.add('hiddenContent');
    else if (shape.name === 'p:sp') readShape(shape, slide);
    else if (shape.name === 'p:grpSp') readShapes(shape, slide);
    else if (shape.name === 'p:graphicFrame') readFrame(shape, slide);
    else if (shape.name === 'mc:AlternateContent')
      readShapes(findElement(shape, 'mc:Choice') ?? findElement(shape, 'mc:Fallback'), slide);
    else if (shape.name === 'p:pic') {
      const words = (getDescription(shape)?.descr ?? '').replace(/\s+/g, ' ').trim();
      if (words === '') slide.warnings.add('images');
      else slide.blocks.push(`![${words}]`);
    }
  }
}

/** Placeholders that repeat on every slide: slide numbers, dates and footers. */
const repeated = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

function readShape(shape: XmlElement, slide: Slide): void {
  const place = findElement(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph');
  const type = place ? (place.attributes.type ?? 'obj') : null;
  if (type !== null && repeated.has(type)) return;
  const isTitle = type === 'title' || type === 'ctrTitle';
  const isList = type === 'body' || type === 'obj';
  const text = readBody(findElement(shape, 'p:txBody'), isList);
  if (text === '') return;
  if (isTitle && slide.title === '') slide.title = text.replace(/\s*\n\s*/g, ' ');
  else slide.blocks.push(text);
}

/** Maximum characters of a text that is used as the title of a slide without one. */
const longestTitle = 60;

function formatSlide({ title, blocks }: Slide, notes: string): string {
  const [first = '', ...rest] = blocks;
  const stands = title === '' && first !== '' && first.length <= longestTitle && !/[\n|]|^(?:- |!\[)/.test(first);
  const [heading, body] = stands ? [first.replace(/^\\/, ''), rest] : [title, blocks];
  const quoted = notes === '' ? [] : [notes.replace(/^/gm, '> ')];
  return [...(heading === '' ? [] : [toHeading(1, heading)]), ...body, ...quoted]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** Reads the visible slides of a presentation, one page each, with quoted notes. Throws DocumentError. */
export function readPptx(bytes: Buffer, { maxBytes, maxPages }: ReadLimits): ReadPages {
  const office = new OfficePackage(bytes, maxBytes);
  const main = office.findMainPart();
  const relations = office.readRelations(main);
  const warnings = new Set<DocumentWarning>();
  const pages: string[] = [];
  for (const { attributes } of getElements(findElement(office.read(main), 'p:sldIdLst'))) {
    const part = relations.get(attributes['r:id'] ?? '')?.target;
    const root = part === undefined ? undefined : office.read(part);
    if (part === undefined || !root) throw new DocumentError('damaged');
    if (root.attributes.show === '0') {
      warnings.add('hiddenContent');
      continue;
    }
    if (pages.length >= maxPages) throw new DocumentError('tooManyPages');
    const own = office.readRelations(part);
    const slide: Slide = {
      title: '',
      blocks: [],
      warnings,
      partOf: (id) => office.read(own.get(id)?.target ?? ''),
    };
    readShapes(findElement(root, 'p:cSld', 'p:spTree'), slide);
    const notesPart = [...own.values()].find(({ type }) => type === 'notesSlide')?.target;
    const notes: Slide = { ...slide, blocks: [] };
    if (notesPart !== undefined) readShapes(findElement(office.read(notesPart), 'p:cSld', 'p:spTree'), notes);
    pages.push(formatSlide(slide, notes.blocks.join('\n').replace(/^- /gm, '')));
    if ([...own.values()].some(({ type }) => type === 'comments')) warnings.add('comments');
  }
  return { pages: pages.length === 0 ? [''] : pages, warnings: [...warnings] };
}
