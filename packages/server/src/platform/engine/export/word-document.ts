import { zipPieces } from '../../storage/zip-writer.ts';
import { normalizeText } from './document-text.ts';
import { type Block, parseMarkdownBlocks, parseRuns, type Run } from './markdown-blocks.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schema = 'http://schemas.openxmlformats.org';
const main = `xmlns:w="${schema}/wordprocessingml/2006/main"`;
const relations = `${schema}/officeDocument/2006/relationships`;
const kind = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

const createTextXml = (text: string) =>
  text
    .split('\n')
    .map((line) => `<w:t xml:space="preserve">${escapeXml(line)}</w:t>`)
    .join('<w:br/>');

function createRunXml({ text, bold, italic, code }: Run): string {
  const properties = `${code ? '<w:rStyle w:val="Code"/>' : ''}${bold ? '<w:b/>' : ''}${italic ? '<w:i/>' : ''}`;
  return `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ''}${createTextXml(text)}</w:r>`;
}

const createParagraph = (properties: string, runs: readonly Run[]) =>
  `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${runs.map(createRunXml).join('')}</w:p>`;
const createStyleReference = (style: string) => `<w:pStyle w:val="${style}"/>`;

const createBorder = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A0A0A0"/>`;
const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(createBorder).join('');

function createTableXml(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(({ length }) => length));
  const getCell = (text = '') =>
    `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${createParagraph('', parseRuns(text))}</w:tc>`;
  const getRow = (cells: readonly string[]) =>
    `<w:tr>${Array.from({ length: width }, (_, at) => getCell(cells[at])).join('')}</w:tr>`;
  const grid = '<w:gridCol/>'.repeat(width);
  // Word requires a paragraph between a table and the next block.
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr>\
<w:tblGrid>${grid}</w:tblGrid>${rows.map(getRow).join('')}</w:tbl><w:p/>`;
}

/** Returns the id of a numbering. Bullet lists share the first one; each numbered list has its own, so that it starts at 1. */
const getNumberingId = (list: number | null) => (list === null ? 1 : list + 1);

function createBlockXml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return createParagraph(createStyleReference(`Heading${block.level}`), parseRuns(block.text));
    case 'item': {
      const numberingXml = `<w:ilvl w:val="${block.level}"/><w:numId w:val="${getNumberingId(block.list)}"/>`;
      return createParagraph(
        `${createStyleReference('ListParagraph')}<w:numPr>${numberingXml}</w:numPr>`,
        parseRuns(block.text),
      );
    }
    case 'code':
      return createParagraph(createStyleReference('CodeBlock'), [{ text: block.lines.join('\n') }]);
    case 'table':
      return createTableXml(block.rows);
    case 'quote':
      return createParagraph(createStyleReference('Quote'), parseRuns(block.text));
    default:
      return createParagraph('', parseRuns(block.text));
  }
}

const createFonts = (latin: string) =>
  `<w:rFonts w:ascii="${latin}" w:hAnsi="${latin}" w:cs="${latin}" w:eastAsia="Microsoft YaHei"/>`;
const style = (id: string, name: string, properties: string, type = 'paragraph') =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${id === 'Normal' ? '' : getBaseStyle(type)}${properties}</w:style>`;
const getBaseStyle = (type: string) => (type === 'paragraph' ? '<w:basedOn w:val="Normal"/>' : '');
/** Font sizes of the headings, in half points. */
const sizes = [36, 32, 28, 26, 24, 22];

const styles = `${head}<w:styles ${main}><w:docDefaults><w:rPrDefault><w:rPr>${createFonts('Calibri')}<w:sz w:val="22"/></w:rPr></w:rPrDefault>\
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
${style('CodeBlock', 'Code Block', `<w:pPr><w:shd w:val="clear" w:fill="F2F2F2"/></w:pPr><w:rPr>${createFonts('Consolas')}<w:sz w:val="20"/></w:rPr>`)}\
${style('Code', 'Code', `<w:rPr>${createFonts('Consolas')}</w:rPr>`, 'character')}</w:styles>`;

const getLevels = (format: string, sign: (at: number) => string) =>
  Array.from({ length: 9 }, (_, at) => {
    const indent = `<w:pPr><w:ind w:left="${480 * (at + 1)}" w:hanging="360"/></w:pPr>`;
    return `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${sign(at)}"/>${indent}</w:lvl>`;
  }).join('');

function createNumberingXml(blocks: readonly Block[]): string {
  const listCount = Math.max(0, ...blocks.map((block) => (block.kind === 'item' ? (block.list ?? 0) : 0)));
  const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>';
  const numbered = Array.from({ length: listCount }, (_, at) => {
    return `<w:num w:numId="${getNumberingId(at + 1)}"><w:abstractNumId w:val="1"/>${restart}</w:num>`;
  });
  return `${head}<w:numbering ${main}><w:abstractNum w:abstractNumId="0">${getLevels('bullet', () => '•')}</w:abstractNum>\
<w:abstractNum w:abstractNumId="1">${getLevels('decimal', (at) => `%${at + 1}.`)}</w:abstractNum>\
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>${numbered.join('')}</w:numbering>`;
}

const createPart = (name: string, type: string) =>
  `<Override PartName="/word/${name}.xml" ContentType="${kind}.${type}+xml"/>`;
const getRelation = (id: string, to: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${to}" Target="${target}"/>`;
const getRelationList = (...lines: readonly string[]) =>
  `${head}<Relationships xmlns="${schema}/package/2006/relationships">${lines.join('')}</Relationships>`;

/** Returns the files of the document by their paths in the ZIP file. It contains no links, fields or macros. */
function createDocumentParts(blocks: readonly Block[]): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${schema}/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>${createPart('document', 'document.main')}${createPart('styles', 'styles')}\
${createPart('numbering', 'numbering')}</Types>`,
    '_rels/.rels': getRelationList(getRelation('rId1', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': getRelationList(
      getRelation('rId1', 'styles', 'styles.xml'),
      getRelation('rId2', 'numbering', 'numbering.xml'),
    ),
    'word/styles.xml': styles,
    'word/numbering.xml': createNumberingXml(blocks),
    'word/document.xml': `${head}<w:document ${main}><w:body>${blocks.map(createBlockXml).join('')}<w:sectPr/></w:body></w:document>`,
  };
}

/**
 * Creates a Word file from a Markdown text.
 * @param at creation time of the file, in UTC ms
 */
export async function createWordDocument(markdown: string, at: number): Promise<Buffer> {
  const parts = Object.entries(createDocumentParts(parseMarkdownBlocks(normalizeText(markdown))));
  const bytes: Buffer[] = [];
  const entries = parts.map(([name, text]) => ({ name, pack: true, pieces: () => [text] }));
  for await (const piece of zipPieces(entries, at)) bytes.push(piece);
  return Buffer.concat(bytes);
}
