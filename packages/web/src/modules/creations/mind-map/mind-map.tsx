import './mind-map.css';
import { countMindMapNodes, drawMindMap, type MindMapNode, parseMindMap } from '@gantry/core';
import { useWords } from '../../../fields/index.ts';
import { saveBlob } from '../../../resource/transfer/save-file.ts';
import { Button, useToast } from '../../../ui/index.ts';
import { Empty, ScrollBox } from '../../../ui/parts/index.ts';

const file = 'mind-map';

/** Scale for sharp images on high-resolution screens, unless the image becomes too large. */
const sharp = 2;
const maxPixels = 60_000_000;

/** Renders a drawing as a PNG. Throws when the browser cannot create it. */
async function getPng(svg: string, width: number, height: number): Promise<Blob> {
  const scale = Math.min(sharp, Math.sqrt(maxPixels / (width * height)));
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('no picture was made');
  return blob;
}

/** Saves the map of an outline as a file, up to a maximum number of nodes. */
function SaveMap({ outline, most }: { readonly outline: string; readonly most: number }) {
  const t = useWords();
  const toast = useToast();
  const save = async (kind: 'svg' | 'png') => {
    const drawing = drawMindMap(outline, most);
    if (!drawing) return;
    const { svg, width, height } = drawing;
    if (kind === 'svg') return saveBlob(`${file}.svg`, new Blob([svg], { type: 'image/svg+xml' }));
    try {
      saveBlob(`${file}.png`, await getPng(svg, width, height));
    } catch {
      toast.error(t('resource.mindMap.noPng'));
    }
  };
  return (
    <span className="mind-map-save">
      <Button size="mini" onClick={() => void save('svg')}>
        {t('resource.mindMap.saveSvg')}
      </Button>
      <Button size="mini" onClick={() => void save('png')}>
        {t('resource.mindMap.savePng')}
      </Button>
    </span>
  );
}

/** Maximum number of rendered nodes: more would only slow the page down. */
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

/** The mind map of a Markdown outline, from left to right. */
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
