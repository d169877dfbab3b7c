/** A node of a mind map with its children. */
export interface MindMapNode {
  /** Line number in the outline, from 0. */
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
/** List items are below every heading level. */
const belowHeadings = 10;

function getNode(text: string, line: number): Growing | null {
  const [, marks, title] = heading.exec(text) ?? [];
  if (marks !== undefined && title !== undefined) return { line, text: title.trim(), children: [], rank: marks.length };
  const [, indent, words] = item.exec(text) ?? [];
  if (indent === undefined || words === undefined) return null;
  return { line, text: words.trim(), children: [], rank: belowHeadings + indent.replaceAll('\t', '    ').length };
}

/** Parses a Markdown outline into a tree of at most `most` nodes. Headings and list items are nodes; other lines are ignored. */
export function parseMindMap(outline: string, most = Number.POSITIVE_INFINITY): readonly MindMapNode[] {
  const roots: Growing[] = [];
  const path: Growing[] = [];
  let left = most;
  for (const [line, text] of outline.split(/\r?\n/).entries()) {
    const node = getNode(text, line);
    if (!node) continue;
    if (left <= 0) break;
    left -= 1;
    while ((path.at(-1)?.rank ?? 0) >= node.rank) path.pop();
    (path.at(-1)?.children ?? roots).push(node);
    path.push(node);
  }
  return roots;
}

/** Counts the nodes of an outline. */
export function countMindMapNodes(outline: string): number {
  return outline.split(/\r?\n/).filter((text, line) => getNode(text, line) !== null).length;
}

/** All sizes are in pixels. */
const letter = 14;
const lineHeight = 20;
const padding = { x: 12, y: 6 };
const widest = 260;
const gap = { x: 40, y: 12 };
const margin = 24;

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;

/** Estimates the width of a text: Chinese characters are square, others slightly wider than half of that. */
const getWidth = (text: string) => [...text].reduce((sum, char) => sum + letter * (wide.test(char) ? 1 : 0.58), 0);

/** Breaks the text of a node into lines of the maximum width, between words where possible. */
function getLines(text: string): readonly string[] {
  const lines: string[] = [''];
  for (const part of text.match(/[^\s\u2e80-\uffef]+\s?|\s|[\u2e80-\uffef]/gu) ?? []) {
    for (const piece of getWidth(part) > widest ? [...part] : [part]) {
      const line = lines.at(-1) ?? '';
      if (line !== '' && getWidth(line + piece.trimEnd()) > widest) lines.push(piece.trimStart());
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
  /** Height of the node with all its descendants. */
  readonly span: number;
}

const sumHeights = (boxes: readonly Box[]) =>
  boxes.reduce((sum, { span }) => sum + span, 0) + gap.y * Math.max(0, boxes.length - 1);

function getBox({ text, children: nodes }: MindMapNode): Box {
  const lines = getLines(text);
  const children = nodes.map(getBox);
  const width = Math.ceil(Math.max(...lines.map(getWidth))) + 2 * padding.x;
  const height = lines.length * lineHeight + 2 * padding.y;
  return { lines, width, height, children, span: Math.max(height, sumHeights(children)) };
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes text for XML and removes characters that XML does not allow. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);

/** Draws a box with its text, its connections and its descendants. `top` is the top of the complete span. */
function drawBox(box: Box, left: number, top: number, isRoot: boolean): string {
  const { lines, width, height, children, span } = box;
  const y = top + (span - height) / 2;
  const middle = y + height / 2;
  const right = left + width;
  const words = lines.map((line, at) => {
    const base = y + padding.y + lineHeight * at + letter;
    return `<text x="${left + padding.x}" y="${base}"${isRoot ? ' font-weight="600"' : ''}>${escapeXml(line)}</text>`;
  });
  const frame = `<rect x="${left}" y="${y}" width="${width}" height="${height}" rx="6" class="${isRoot ? 'root' : 'node'}"/>`;
  let below = top + (span - sumHeights(children)) / 2;
  const twigs = children.map((child) => {
    const [to, bend] = [below + child.span / 2, right + gap.x / 2];
    const twig = `<path d="M${right} ${middle}C${bend} ${middle} ${bend} ${to} ${right + gap.x} ${to}"/>`;
    const all = twig + drawBox(child, right + gap.x, below, false);
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
 * Draws an outline as a standalone SVG from left to right, with dark text on white whatever the theme. Returns null for an
 * outline without nodes.
 */
export function drawMindMap(outline: string, most = 1000): MindMapDrawing | null {
  const roots = parseMindMap(outline, most).map(getBox);
  if (roots.length === 0) return null;
  const width = Math.ceil(Math.max(...roots.map(reach)) + 2 * margin);
  const height = Math.ceil(sumHeights(roots) + 2 * margin);
  let top = margin;
  const trees = roots.map((root) => {
    const tree = drawBox(root, margin, top, true);
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
