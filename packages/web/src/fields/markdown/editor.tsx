import './editor.css';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useRef, useState } from 'react';
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
import { Markdown, ToolRow } from '../../ui/parts/index.ts';
import { getInputAria, type InputProps, toText } from '../field-props.ts';
import { useUpload } from '../image/use-upload.ts';
import { type ResourceWordKey, useWords } from '../words.tsx';

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

function EditorTools({ view, disabled, onView, onApply, onPicture }: EditorToolsProps) {
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

/** A Markdown input with tools above it and an optional preview next to it. Supports Ctrl/Cmd-B and I, and pasted images. */
export function MarkdownEditor(props: InputProps<'markdown'>) {
  const { id, field, label, value, onChange, disabled = false } = props;
  const t = useWords();
  const area = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState<'write' | 'both' | 'read'>('write');
  const upload = useUpload();
  const previewId = useId();
  const text = toText(value);
  const shown = useDeferredValue(text);
  const apply = (change: (now: Edited) => Edited) => {
    const element = area.current;
    if (!element) return;
    const next = change({ text: element.value, start: element.selectionStart, end: element.selectionEnd });
    onChange(next.text === '' ? null : next.text);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(next.start, next.end);
    });
  };
  const addPicture = async (file: File | undefined) => {
    const path = file ? await upload.send(file) : null;
    if (path !== null) apply((now) => insert(now, `![](${path})`));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const mark = { b: '**', i: '*' }[event.key.toLowerCase()];
    if (!mark || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    apply((now) => wrap(now, mark));
  };
  return (
    <div className={`md-editor ${view}`}>
      <EditorTools view={view} onView={setView} onApply={apply} onPicture={addPicture} disabled={disabled} />
      <div className="md-panes">
        <textarea
          id={id}
          ref={area}
          className="md-source"
          value={text}
          maxLength={field.max ?? 65_536}
          rows={10}
          disabled={disabled}
          hidden={view === 'read'}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const [file] = event.clipboardData.files;
            if (!file) return;
            event.preventDefault();
            void addPicture(file);
          }}
          {...getInputAria(props)}
        />
        {view === 'write' ? null : (
          <section id={previewId} className="md-preview" aria-label={`${label} · ${t('resource.markdown.preview')}`}>
            <Markdown text={shown} />
          </section>
        )}
      </div>
      {upload.problem ? (
        <p role="alert" className="problem">
          {upload.problem}
        </p>
      ) : null}
    </div>
  );
}

/** A text and its selection. */
export interface Edited {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Adds a mark on both sides of the selection, or removes it when present. */
export function wrap({ text, start, end }: Edited, mark: string): Edited {
  const inside = text.slice(start, end);
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (before.endsWith(mark) && after.startsWith(mark)) {
    const size = mark.length;
    return { text: before.slice(0, -size) + inside + after.slice(size), start: start - size, end: end - size };
  }
  return {
    text: before + mark + inside + mark + after,
    start: start + mark.length,
    end: end + mark.length,
  };
}

/** Adds a mark before each selected line, or removes it when all lines have it. */
export function prefixLines({ text, start, end }: Edited, mark: string): Edited {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const last = text.indexOf('\n', end);
  const until = last === -1 ? text.length : last;
  const lines = text.slice(first, until).split('\n');
  const marked = lines.every((line) => line.startsWith(mark));
  const changed = lines.map((line) => (marked ? line.slice(mark.length) : mark + line)).join('\n');
  return { text: text.slice(0, first) + changed + text.slice(until), start: first, end: first + changed.length };
}

/** Replaces the selection and puts the cursor after the inserted text. */
export function insert({ text, start, end }: Edited, piece: string): Edited {
  const at = start + piece.length;
  return { text: text.slice(0, start) + piece + text.slice(end), start: at, end: at };
}

/** Inserts `[selection](https://)` with the URL selected. */
export function link({ text, start, end }: Edited): Edited {
  const piece = `[${text.slice(start, end) || 'text'}](https://)`;
  const at = start + piece.length - 1;
  return { text: text.slice(0, start) + piece + text.slice(end), start: at - 8, end: at };
}
