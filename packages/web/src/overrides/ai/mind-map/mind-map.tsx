import './mind-map.css';
import { type MindMapNode, mindMapNodes, mindMapOf } from '@gantry/core';
import { useWords } from '../../../fields/index.ts';
import { Empty } from '../../../parts/index.ts';

/** Nodes that are drawn: more than anybody reads would only slow the page down. */
const mostDrawn = 1000;

function Nodes({ nodes }: { readonly nodes: readonly MindMapNode[] }) {
  return (
    <ul>
      {nodes.map(({ text, children }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nodes have no name of their own and never move
        <li key={at}>
          <span>{text}</span>
          {children.length > 0 ? <Nodes nodes={children} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** The map that an outline in Markdown draws, from left to right. */
export function MindMap({ outline }: { readonly outline: unknown }) {
  const t = useWords();
  const text = typeof outline === 'string' ? outline : '';
  const count = mindMapNodes(text);
  if (count === 0) return <Empty title={t('resource.mindMap.none')} />;
  return (
    <figure className="mind-map">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is reached by the arrow keys */}
      <section tabIndex={0} aria-label={t('resource.mindMap.map')}>
        <Nodes nodes={mindMapOf(text, mostDrawn)} />
      </section>
      <figcaption className="dim">
        {count > mostDrawn
          ? t('resource.mindMap.partly', { count, shown: mostDrawn })
          : t('resource.mindMap.nodes', { count })}
      </figcaption>
    </figure>
  );
}
