/** A node of a mind map with what hangs on it. */
export interface MindMapNode {
  /** Its line in the outline, from 0. */
  readonly line: number;
  readonly text: string;
  readonly children: readonly MindMapNode[];
}

interface Growing {
  readonly line: number;
  readonly text: string;
  readonly children: Growing[];
  readonly rank: number;
}

const heading = /^(#{1,6})\s+(\S.*)$/;
const item = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(\S.*)$/;
/** Items stand below every heading. */
const belowHeadings = 10;

function nodeOf(text: string, line: number): Growing | null {
  const [, marks, title] = heading.exec(text) ?? [];
  if (marks !== undefined && title !== undefined) return { line, text: title.trim(), children: [], rank: marks.length };
  const [, indent, words] = item.exec(text) ?? [];
  if (indent === undefined || words === undefined) return null;
  return { line, text: words.trim(), children: [], rank: belowHeadings + indent.replaceAll('\t', '    ').length };
}

/** The tree that an outline in Markdown draws: each heading and each list item is a node, up to the most; other lines are none. */
export function parseMindMap(outline: string, most = Number.POSITIVE_INFINITY): readonly MindMapNode[] {
  const roots: Growing[] = [];
  const path: Growing[] = [];
  let left = most;
  for (const [line, text] of outline.split(/\r?\n/).entries()) {
    const node = nodeOf(text, line);
    if (!node) continue;
    if (left <= 0) break;
    left -= 1;
    while ((path.at(-1)?.rank ?? 0) >= node.rank) path.pop();
    (path.at(-1)?.children ?? roots).push(node);
    path.push(node);
  }
  return roots;
}

/** How many nodes an outline has. */
export function countMindMapNodes(outline: string): number {
  return outline.split(/\r?\n/).filter((text, line) => nodeOf(text, line) !== null).length;
}

/** All in pixels. */
const letter = 14;
const lineHeight = 20;
const padding = { x: 12, y: 6 };
const widest = 260;
const gap = { x: 40, y: 12 };
const margin = 24;

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;

/** As wide as fonts have it, near enough: Chinese letters are square, others a little wider than half of that. */
const widthOf = (text: string) => [...text].reduce((sum, char) => sum + letter * (wide.test(char) ? 1 : 0.58), 0);

/** The lines of a node, none wider than a node may be; between words where there are any. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [''];
  for (const part of text.match(/[^\s\u2e80-\uffef]+\s?|\s|[\u2e80-\uffef]/gu) ?? []) {
    for (const piece of widthOf(part) > widest ? [...part] : [part]) {
      const line = lines.at(-1) ?? '';
      if (line !== '' && widthOf(line + piece.trimEnd()) > widest) lines.push(piece.trimStart());
      else lines[lines.length - 1] = line + piece;
    }
  }
  return lines.map((line) => line.trimEnd());
}

interface Box {
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly children: readonly Box[];
  /** Of it and of all that hangs on it. */
  readonly span: number;
}

const stacked = (boxes: readonly Box[]) =>
  boxes.reduce((sum, { span }) => sum + span, 0) + gap.y * Math.max(0, boxes.length - 1);

function boxOf({ text, children: nodes }: MindMapNode): Box {
  const lines = linesOf(text);
  const children = nodes.map(boxOf);
  const width = Math.ceil(Math.max(...lines.map(widthOf))) + 2 * padding.x;
  const height = lines.length * lineHeight + 2 * padding.y;
  return { lines, width, height, children, span: Math.max(height, stacked(children)) };
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** As XML takes it: what it has no place for is left out. */
const written = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);

/** A box with its words, the lines to what hangs on it, and all of that; `top` is that of the whole span. */
function drawn(box: Box, left: number, top: number, isRoot: boolean): string {
  const { lines, width, height, children, span } = box;
  const y = top + (span - height) / 2;
  const middle = y + height / 2;
  const right = left + width;
  const words = lines.map((line, at) => {
    const base = y + padding.y + lineHeight * at + letter;
    return `<text x="${left + padding.x}" y="${base}"${isRoot ? ' font-weight="600"' : ''}>${written(line)}</text>`;
  });
  const frame = `<rect x="${left}" y="${y}" width="${width}" height="${height}" rx="6" class="${isRoot ? 'root' : 'node'}"/>`;
  let below = top + (span - stacked(children)) / 2;
  const twigs = children.map((child) => {
    const [to, bend] = [below + child.span / 2, right + gap.x / 2];
    const twig = `<path d="M${right} ${middle}C${bend} ${middle} ${bend} ${to} ${right + gap.x} ${to}"/>`;
    const all = twig + drawn(child, right + gap.x, below, false);
    below += child.span + gap.y;
    return all;
  });
  return [frame, ...words, ...twigs].join('');
}

const reach = ({ width, children }: Box): number =>
  width + (children.length === 0 ? 0 : gap.x + Math.max(...children.map(reach)));

interface MindMapDrawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/**
 * The drawing of an outline as an SVG file that stands by itself, from left to right, in pixels; dark words on white, whatever the
 * page around it looks like. Null for an outline without nodes.
 */
export function drawMindMap(outline: string, most = 1000): MindMapDrawing | null {
  const roots = parseMindMap(outline, most).map(boxOf);
  if (roots.length === 0) return null;
  const width = Math.ceil(Math.max(...roots.map(reach)) + 2 * margin);
  const height = Math.ceil(stacked(roots) + 2 * margin);
  let top = margin;
  const trees = roots.map((root) => {
    const tree = drawn(root, margin, top, true);
    top += root.span + gap.y;
    return tree;
  });
  const style =
    `text{font:${letter}px system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;fill:#1d2129}` +
    'rect{fill:#fff;stroke:#c9cdd4}rect.root{stroke:#165dff}path{fill:none;stroke:#86909c}';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<style>${style}</style><rect width="${width}" height="${height}" style="stroke:none"/>${trees.join('')}</svg>`;
  return { svg, width, height };
}
