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
