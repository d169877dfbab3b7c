import '../../resource/record/record.css';
import './task.css';
import { type LocalizedText, listWorkFiles, type WorkFile } from '@gantry/core';
import { useState } from 'react';
import { useConfig, usePictureUrl } from '../../app/api/index.ts';
import { useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import type { RecordSlotProps } from '../../resource/slots.ts';
import { Empty, Markdown } from '../../ui/parts/index.ts';

/** Possible result texts of a task, by field, in reading order. */
const texts = ['outline', 'content', 'lyrics'] as const;

const roles: Readonly<Record<string, LocalizedText>> = {
  image: { zh: '参考图', en: 'Reference image' },
  mask: { zh: '蒙版', en: 'Mask' },
  start: { zh: '首帧', en: 'First frame' },
  end: { zh: '尾帧', en: 'Last frame' },
  document: { zh: '文档', en: 'Document' },
};
const deletedWords: LocalizedText = { zh: '文件已删除，记录保留', en: 'The files were deleted. The record remains.' };
const givenWords: LocalizedText = { zh: '用户的素材', en: 'User files' };

/** The request and inputs of a user, and what was created from them. */
export function TaskPreview({ record }: RecordSlotProps) {
  const t = useWords();
  const localize = useSay();
  const given = listWorkFiles(record.inputs);
  const files = listWorkFiles(record.results);
  const written = texts.flatMap((name) => {
    const text = record[name];
    return typeof text === 'string' && text.trim() !== '' ? [[name, text] as const] : [];
  });
  return (
    <div className="record-panel task-preview">
      <p className="task-prompt">{String(record.prompt ?? '')}</p>
      {given.length > 0 ? (
        <section className="task-given" aria-label={localize(givenWords)}>
          <h4>{localize(givenWords)}</h4>
          <FileList files={given} />
        </section>
      ) : null}
      {files.length > 0 ? <FileList files={files} /> : null}
      {written.map(([name, text]) => (
        <Markdown key={name} text={text} />
      ))}
      {files.length === 0 && written.length === 0 ? (
        <Empty title={record.filesDeletedAt ? localize(deletedWords) : t('resource.task.none')} />
      ) : null}
    </div>
  );
}

function FileList({ files }: { readonly files: readonly WorkFile[] }) {
  const localize = useSay();
  return (
    <ul className="task-files">
      {files.map((file) => (
        <li key={file.given} className={file.kind}>
          {Object.hasOwn(roles, file.role) ? (
            <span className="task-role">{localize(roles[file.role] as LocalizedText)}</span>
          ) : null}
          <FilePreview file={file} />
        </li>
      ))}
    </ul>
  );
}

/** Returns the host of a URL; empty for a local file. */
const getFileHost = (url: string) => (url.startsWith('/') ? '' : new URL(url).host);

/** Whether the content security policy allows a file: local files and those of the configured hosts. */
export function isShownHere(url: string, mediaHosts: readonly string[]): boolean {
  const host = getFileHost(url);
  return host === '' || mediaHosts.some((one) => host === one.toLowerCase());
}

const getName = ({ title, given }: WorkFile) => title || (given.split(/[?#]/)[0]?.split('/').at(-1) ?? given);

/** A preview if the content security policy allows it, and a link. An unsafe URL is shown only as text. */
function FilePreview({ file }: { readonly file: WorkFile }) {
  const t = useWords();
  const { mediaHosts } = useConfig();
  const urlOf = usePictureUrl();
  const [broken, setBroken] = useState(false);
  if (file.url === null) {
    return (
      <>
        <code className="task-address">{file.given.slice(0, 300)}</code>
        <span className="hint">{t('resource.task.unsafe')}</span>
      </>
    );
  }
  const host = getFileHost(file.url);
  const url = urlOf(file.url);
  const isShown = isShownHere(file.url, mediaHosts);
  return (
    <>
      {isShown && !broken ? <Player file={file} url={url} onError={() => setBroken(true)} /> : null}
      <a href={url} target="_blank" rel="noopener noreferrer">
        {host === '' ? t('resource.task.file') : t('resource.task.open', { host })}
      </a>
      <span className="task-name">{getName(file)}</span>
      {isShown || file.kind === 'other' ? null : <span className="hint">{t('resource.task.elsewhere')}</span>}
    </>
  );
}

interface PlayerProps {
  readonly file: WorkFile;
  readonly url: string;
  readonly onError: () => void;
}

function Player({ file, url, onError }: PlayerProps) {
  const name = getName(file);
  if (file.kind === 'image')
    return <img src={url} alt={name} loading="lazy" referrerPolicy="no-referrer" onError={onError} />;
  const shared = { src: url, 'aria-label': name, controls: true, preload: 'metadata', onError } as const;
  if (file.kind === 'video')
    return (
      <video {...shared} playsInline>
        <track kind="captions" />
      </video>
    );
  if (file.kind === 'audio')
    return (
      <audio {...shared}>
        <track kind="captions" />
      </audio>
    );
  return null;
}
