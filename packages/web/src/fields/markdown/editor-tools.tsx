import { type ReactNode, useRef } from 'react';
import {
  IconBold,
  IconCode,
  IconH2,
  IconImage,
  IconItalic,
  IconLink,
  IconList,
  IconOrderedList,
  IconQuote,
} from '../../ui/icons.ts';
import { IconButton } from '../../ui/index.ts';
import { ToolRow } from '../../ui/parts/index.ts';
import { type ResourceWordKey, useWords } from '../words.tsx';
import { type Edited, link, prefixLines, wrap } from './edit-text.ts';

type Change = (now: Edited) => Edited;
type View = 'write' | 'both' | 'read';

const tools: readonly { key: ResourceWordKey; icon: ReactNode; change: Change }[] = [
  { key: 'resource.markdown.bold', icon: <IconBold />, change: (now) => wrap(now, '**') },
  { key: 'resource.markdown.italic', icon: <IconItalic />, change: (now) => wrap(now, '*') },
  { key: 'resource.markdown.heading', icon: <IconH2 />, change: (now) => prefixLines(now, '## ') },
  { key: 'resource.markdown.bullets', icon: <IconList />, change: (now) => prefixLines(now, '- ') },
  { key: 'resource.markdown.numbers', icon: <IconOrderedList />, change: (now) => prefixLines(now, '1. ') },
  { key: 'resource.markdown.quote', icon: <IconQuote />, change: (now) => prefixLines(now, '> ') },
  { key: 'resource.markdown.code', icon: <IconCode />, change: (now) => wrap(now, '`') },
  { key: 'resource.markdown.link', icon: <IconLink />, change: link },
];
const views: readonly View[] = ['write', 'both', 'read'];

interface EditorToolsProps {
  readonly view: View;
  readonly disabled: boolean;
  readonly onView: (view: View) => void;
  readonly onApply: (change: Change) => void;
  readonly onPicture: (file: File | undefined) => void;
}

export function EditorTools({ view, disabled, onView, onApply, onPicture }: EditorToolsProps) {
  const t = useWords();
  const picker = useRef<HTMLInputElement>(null);
  const idle = disabled || view === 'read';
  return (
    <ToolRow className="md-tools" label={t('resource.markdown.tools')}>
      {tools.map(({ key, icon, change }) => (
        <IconButton key={key} size="mini" label={t(key)} icon={icon} disabled={idle} onClick={() => onApply(change)} />
      ))}
      <IconButton
        size="mini"
        label={t('resource.markdown.picture')}
        icon={<IconImage />}
        disabled={idle}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={t('resource.markdown.picture')}
        onChange={(event) => {
          onPicture(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <fieldset className="md-views" aria-label={t('resource.markdown.preview')}>
        {views.map((one) => (
          <button key={one} type="button" aria-pressed={view === one} onClick={() => onView(one)}>
            {t(`resource.markdown.${one}`)}
          </button>
        ))}
      </fieldset>
    </ToolRow>
  );
}
