import './editor.css';
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react';
import { Markdown } from '../../ui/parts/index.ts';
import { getInputAria, type InputProps, toText } from '../field-props.ts';
import { useUpload } from '../image/use-upload.ts';
import { useWords } from '../words.tsx';
import { type Edited, insert, wrap } from './edit-text.ts';
import { EditorTools } from './editor-tools.tsx';

/** Markdown with its tools over it and, if one likes, how it reads beside it. Ctrl/Cmd-B and I; pictures may be pasted. */
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
