import JSZip from 'jszip';

/** Office documents with the minimal content that programs need to read them. */

const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

function relationsXml(relations: readonly Relation[]): string {
  const list = relations.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${relationType}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;
}

/** Creates a package whose main part has a type; `parts` are XML by name. */
export function makePackage(
  main: { readonly part: string; readonly type: string },
  parts: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const zip = new JSZip();
  zip.file(
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main.part}" ContentType="application/vnd.openxmlformats-officedocument.${main.type}.main+xml"/></Types>`,
  );
  zip.file('_rels/.rels', relationsXml([{ id: 'r1', type: 'officeDocument', target: main.part }]));
  for (const [name, content] of Object.entries(parts)) zip.file(name, content);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

export type Block =
  | { readonly heading: string; readonly level: number }
  | { readonly text: string }
  | { readonly items: readonly string[] }
  | { readonly rows: readonly (readonly string[])[] };

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const run = (text: string) => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
const paragraph = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`;
const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';

function wordBlock(block: Block): string {
  if ('heading' in block) return paragraph(block.heading, `<w:pStyle w:val="Heading${block.level}"/>`);
  if ('text' in block) return paragraph(block.text);
  if ('items' in block) return block.items.map((item) => paragraph(item, numbered)).join('');
  const row = (cells: readonly string[]) =>
    `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
  return `<w:tbl>${block.rows.map(row).join('')}</w:tbl>`;
}

export function makeDocx(blocks: readonly Block[]): Promise<Buffer> {
  const numbering = `<w:numbering ${word}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  return makePackage(
    { part: 'word/document.xml', type: 'wordprocessingml.document' },
    {
      'word/document.xml': `<w:document ${word}><w:body>${blocks.map(wordBlock).join('')}</w:body></w:document>`,
      'word/numbering.xml': numbering,
      'word/_rels/document.xml.rels': relationsXml([{ id: 'r1', type: 'numbering', target: 'numbering.xml' }]),
    },
  );
}

const sheetNames = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** @param sheets the XML inside each sheet, by its name; a name that starts with `!` is that of a hidden sheet */
export function makeWorkbook(
  sheets: Readonly<Record<string, string>>,
  shared: readonly string[] = [],
): Promise<Buffer> {
  const names = Object.keys(sheets);
  const listed = names.map((name, at) => {
    const state = name.startsWith('!') ? ' state="hidden"' : '';
    return `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${state} r:id="r${at + 1}"/>`;
  });
  const relations = names.map((_, at) => ({ id: `r${at + 1}`, type: 'worksheet', target: `sheet${at + 1}.xml` }));
  const texts = shared.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('');
  return makePackage(
    { part: 'xl/workbook.xml', type: 'spreadsheetml.sheet' },
    {
      'xl/workbook.xml': `<workbook ${sheetNames} xmlns:r="${relationType}"><sheets>${listed.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationsXml([
        ...relations,
        { id: 's', type: 'sharedStrings', target: 'sharedStrings.xml' },
      ]),
      'xl/sharedStrings.xml': `<sst ${sheetNames}>${texts}</sst>`,
      ...Object.fromEntries(
        names.map((name, at) => [`xl/sheet${at + 1}.xml`, `<worksheet ${sheetNames}>${sheets[name]}</worksheet>`]),
      ),
    },
  );
}

export function toSheetData(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (text === '' ? '<c/>' : `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`);
  return `<sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData>`;
}

const slideNames = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${relationType}"`;
const lineXml = (text: string, properties = '') => `<a:p>${properties}<a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`;
const shape = (type: string, body: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name=""/><p:nvPr>${type === '' ? '' : `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${body}</p:txBody></p:sp>`;

function slideBlock(block: Block): string {
  if ('heading' in block) return shape('title', lineXml(block.heading));
  if ('text' in block) return shape('', lineXml(block.text));
  if ('items' in block)
    return shape(
      'body',
      block.items.map((item) => lineXml(item, '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>')).join(''),
    );
  const row = (cells: readonly string[]) =>
    `<a:tr>${cells.map((cell) => `<a:tc><a:txBody>${lineXml(cell)}</a:txBody></a:tc>`).join('')}</a:tr>`;
  return `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${block.rows.map(row).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
}

export interface SlideInput {
  readonly blocks: readonly Block[];
  readonly notes?: string;
  readonly isHidden?: boolean;
}

export function makePptx(slides: readonly SlideInput[]): Promise<Buffer> {
  const tree = (shapes: string) => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;
  const parts = slides.flatMap(({ blocks, notes, isHidden = false }, at): [string, string][] => [
    [
      `ppt/slides/slide${at + 1}.xml`,
      `<p:sld ${slideNames}${isHidden ? ' show="0"' : ''}>${tree(blocks.map(slideBlock).join(''))}</p:sld>`,
    ],
    ...(notes === undefined
      ? []
      : ([
          [`ppt/notes/notes${at + 1}.xml`, `<p:notes ${slideNames}>${tree(shape('body', lineXml(notes)))}</p:notes>`],
          [
            `ppt/slides/_rels/slide${at + 1}.xml.rels`,
            relationsXml([{ id: 'n', type: 'notesSlide', target: `../notes/notes${at + 1}.xml` }]),
          ],
        ] as [string, string][])),
  ]);
  const listed = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="r${at + 1}"/>`).join('');
  const relations = slides.map((_, at) => ({ id: `r${at + 1}`, type: 'slide', target: `slides/slide${at + 1}.xml` }));
  return makePackage(
    { part: 'ppt/presentation.xml', type: 'presentationml.presentation' },
    {
      'ppt/presentation.xml': `<p:presentation ${slideNames}><p:sldIdLst>${listed}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relationsXml(relations),
      ...Object.fromEntries(parts),
    },
  );
}
