import './task.css';
import type { WorkFile } from '@gantry/core';
import { useState } from 'react';
import { useConfig, usePictureUrl } from '../../app/api/index.ts';
import { type CellProps, FieldCell } from '../../fields/index.ts';
import type { Slots } from '../../resource/slots.ts';
import { DocumentMenu } from '../../resource/transfer/document-menu.tsx';
import { IconFile, IconImage, IconMusic, IconVideoCamera } from '../../ui/icons.ts';
import { isShownHere, TaskPreview } from './task-preview.tsx';

const icons = { image: IconImage, video: IconVideoCamera, audio: IconMusic, other: IconFile };

/** The prompt, next to a thumbnail of the result or the icon of its type. */
function PromptCell({ field, name, record, full }: CellProps) {
  const text = <FieldCell field={field} name={name} record={record} full={full ?? false} />;
  const preview = record.preview as Pick<WorkFile, 'kind' | 'url'> | undefined;
  if (full || !preview) return text;
  return (
    <span className="task-line">
      <Thumbnail key={preview.url} {...preview} />
      {text}
    </span>
  );
}

function Thumbnail({ kind, url }: Pick<WorkFile, 'kind' | 'url'>) {
  const { mediaHosts } = useConfig();
  const urlOf = usePictureUrl();
  const [isBroken, setBroken] = useState(false);
  const Icon = icons[kind];
  const isShown = kind === 'image' && url !== null && isShownHere(url, mediaHosts) && !isBroken;
  return (
    <span className="task-thumbnail" aria-hidden="true">
      {isShown ? (
        <img
          src={urlOf(url)}
          alt=""
          width={28}
          height={28}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon />
      )}
    </span>
  );
}

/** The created result comes first: images, video, audio, slides or text. */
export const slots: Slots = {
  cell: { prompt: PromptCell },
  detail: { title: { zh: '作品', en: 'Work' }, body: TaskPreview },
  foot: DocumentMenu,
};
