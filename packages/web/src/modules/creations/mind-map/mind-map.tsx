import './mind-map.css';
import { countMindMapNodes, type MindMapNode, parseMindMap } from '@gantry/core';
import { useWords } from '../../../fields/index.ts';
import { Empty, ScrollBox } from '../../../ui/parts/index.ts';
import { SaveMap } from './save-map.tsx';

/** Nodes that are drawn: more than anybody reads would only slow the page down. */
const maxDrawn = 1000;

function Nodes({ nodes }: { readonly nodes: readonly MindMapNode[] }) {
  return (
    <ul>
      {nodes.map(({ line, text, children }) => (
        <li key={line}>
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
  const count = countMindMapNodes(text);
  if (count === 0) return <Empty title={t('resource.mindMap.none')} />;
  return (
    <figure className="mind-map">
      <ScrollBox className="mind-map-tree" label={t('resource.mindMap.map')}>
        <Nodes nodes={parseMindMap(text, maxDrawn)} />
      </ScrollBox>
      <figcaption className="dim">
        {count > maxDrawn
          ? t('resource.mindMap.partly', { count, shown: maxDrawn })
          : t('resource.mindMap.nodes', { count })}
        <SaveMap outline={text} most={maxDrawn} />
      </figcaption>
    </figure>
  );
}
