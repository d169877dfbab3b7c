import { zipPieces } from '../../storage/zip-writer.ts';
import { escapeMarkdown } from './document-text.ts';
import { type Block, parseMarkdownBlocks, parseRuns, type Run } from './markdown-blocks.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schema = 'http://schemas.openxmlformats.org';
const main = `xmlns:w="${schema}/wordprocessingml/2006/main"`;
const relations = `${schema}/officeDocument/2006/relationships`;
const kind = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

const wordsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => `<w:t xml:space="preserve">${xml(line)}</w:t>`)
    .join('<w:br/>');

function runXml({ text, bold, italic, code }: Run): string {
  const appearance = `${code ? '<w:rStyle w:val="Code"/>' : ''}${bold ? '<w:b/>' : ''}${italic ? '<w:i/>' : ''}`;
  return `<w:r>${appearance ? `<w:rPr>${appearance}</w:rPr>` : ''}${wordsOf(text)}</w:r>`;
}

const paragraph = (appearance: string, runs: readonly Run[]) =>
  `<w:p>${appearance ? `<w:pPr>${appearance}</w:pPr>` : ''}${runs.map(runXml).join('')}</w:p>`;
const styled = (style: string) => `<w:pStyle w:val="${style}"/>`;

const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A0A0A0"/>`;
const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('');

function tableXml(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(({ length }) => length));
  const cell = (text = '') =>
    `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${paragraph('', parseRuns(text))}</w:tc>`;
  const row = (cells: readonly string[]) =>
    `<w:tr>${Array.from({ length: width }, (_, at) => cell(cells[at])).join('')}</w:tr>`;
  const grid = '<w:gridCol/>'.repeat(width);
  // Word wants a paragraph between a table and what is next.
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr>\
<w:tblGrid>${grid}</w:tblGrid>${rows.map(row).join('')}</w:tbl><w:p/>`;
}

/** The list of dots is the first of the numberings, and each numbered list has one of its own, so that it starts at 1. */
const numberOf = (list: number | null) => (list === null ? 1 : list + 1);

function blockXml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return paragraph(styled(`Heading${block.level}`), parseRuns(block.text));
    case 'item': {
      const place = `<w:ilvl w:val="${block.level}"/><w:numId w:val="${numberOf(block.list)}"/>`;
      return paragraph(`${styled('ListParagraph')}<w:numPr>${place}</w:numPr>`, parseRuns(block.text));
    }
    case 'code':
      return paragraph(styled('CodeBlock'), [{ text: block.lines.join('\n') }]);
    case 'table':
      return tableXml(block.rows);
    case 'quote':
      return paragraph(styled('Quote'), parseRuns(block.text));
    default:
      return paragraph('', parseRuns(block.text));
  }
}

const fonts = (latin: string) =>
  `<w:rFonts w:ascii="${latin}" w:hAnsi="${latin}" w:cs="${latin}" w:eastAsia="Microsoft YaHei"/>`;
const style = (id: string, name: string, appearance: string, type = 'paragraph') =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${id === 'Normal' ? '' : based(type)}${appearance}</w:style>`;
const based = (type: string) => (type === 'paragraph' ? '<w:basedOn w:val="Normal"/>' : '');
/** Of headings, in half points. */
const sizes = [36, 32, 28, 26, 24, 22];

const styles = `${head}<w:styles ${main}><w:docDefaults><w:rPrDefault><w:rPr>${fonts('Calibri')}<w:sz w:val="22"/></w:rPr></w:rPrDefault>\
<w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="300" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>\
${style('Normal', 'Normal', '')}${sizes
  .map((size, at) =>
    style(
      `Heading${at + 1}`,
      `heading ${at + 1}`,
      `<w:pPr><w:keepNext/><w:spacing w:before="240"/><w:outlineLvl w:val="${at}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr>`,
    ),
  )
  .join('')}${style('ListParagraph', 'List Paragraph', '')}\
${style('Quote', 'Quote', '<w:pPr><w:ind w:left="480"/></w:pPr><w:rPr><w:color w:val="595959"/></w:rPr>')}\
${style('CodeBlock', 'Code Block', `<w:pPr><w:shd w:val="clear" w:fill="F2F2F2"/></w:pPr><w:rPr>${fonts('Consolas')}<w:sz w:val="20"/></w:rPr>`)}\
${style('Code', 'Code', `<w:rPr>${fonts('Consolas')}</w:rPr>`, 'character')}</w:styles>`;

const levels = (format: string, sign: (at: number) => string) =>
  Array.from({ length: 9 }, (_, at) => {
    const indent = `<w:pPr><w:ind w:left="${480 * (at + 1)}" w:hanging="360"/></w:pPr>`;
    return `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${sign(at)}"/>${indent}</w:lvl>`;
  }).join('');

function numbering(blocks: readonly Block[]): string {
  const lists = Math.max(0, ...blocks.map((block) => (block.kind === 'item' ? (block.list ?? 0) : 0)));
  const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>';
  const numbered = Array.from({ length: lists }, (_, at) => {
    return `<w:num w:numId="${numberOf(at + 1)}"><w:abstractNumId w:val="1"/>${restart}</w:num>`;
  });
  return `${head}<w:numbering ${main}><w:abstractNum w:abstractNumId="0">${levels('bullet', () => '•')}</w:abstractNum>\
<w:abstractNum w:abstractNumId="1">${levels('decimal', (at) => `%${at + 1}.`)}</w:abstractNum>\
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>${numbered.join('')}</w:numbering>`;
}

const part = (name: string, type: string) =>
  `<Override PartName="/word/${name}.xml" ContentType="${kind}.${type}+xml"/>`;
const relation = (id: string, to: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${to}" Target="${target}"/>`;
const relationList = (...lines: readonly string[]) =>
  `${head}<Relationships xmlns="${schema}/package/2006/relationships">${lines.join('')}</Relationships>`;

/** The parts of the document by their names in the zip. Nothing in it links, counts or runs. */
function partsOf(blocks: readonly Block[]): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${schema}/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>${part('document', 'document.main')}${part('styles', 'styles')}\
${part('numbering', 'numbering')}</Types>`,
    '_rels/.rels': relationList(relation('rId1', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relationList(
      relation('rId1', 'styles', 'styles.xml'),
      relation('rId2', 'numbering', 'numbering.xml'),
    ),
    'word/styles.xml': styles,
    'word/numbering.xml': numbering(blocks),
    'word/document.xml': `${head}<w:document ${main}><w:body>${blocks.map(blockXml).join('')}<w:sectPr/></w:body></w:document>`,
  };
}

/** A Word file of a text in Markdown. @param at UTC ms that it is said to be of */
export async function createWordDocument(markdown: string, at: number): Promise<Buffer> {
  const parts = Object.entries(partsOf(parseMarkdownBlocks(escapeMarkdown(markdown))));
  const bytes: Buffer[] = [];
  const entries = parts.map(([name, text]) => ({ name, pack: true, pieces: () => [text] }));
  for await (const piece of zipPieces(entries, at)) bytes.push(piece);
  return Buffer.concat(bytes);
}
