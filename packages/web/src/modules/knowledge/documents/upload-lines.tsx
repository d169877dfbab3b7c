import './documents.css';
import { useWords } from '../../../fields/index.ts';
import { IconClose } from '../../../ui/icons.ts';
import { IconButton, Progress } from '../../../ui/index.ts';
import type { UploadLine } from './use-upload-queue.ts';

interface UploadLinesProps {
  readonly lines: readonly UploadLine[];
  readonly onCancel: (key: number) => void;
  /** Label of a completed file that needs no further processing. */
  readonly done?: string;
}

/** The progress of each file, and why it was rejected; an unfinished one can be canceled. */
export function UploadLines({ lines, onCancel, done }: UploadLinesProps) {
  const t = useWords();
  return (
    <ul className="document-lines" aria-live="polite">
      {lines.map(({ key, name, state, share, problem }) => (
        <li key={key} className={state}>
          <span className="document-name">{name}</span>
          {state === 'sending' ? (
            <Progress percent={Math.round(share * 100)} size="small" aria-label={name} />
          ) : (
            <span className="document-said">
              {problem || (state === 'done' && done) || t(`resource.document.${state}`)}
            </span>
          )}
          {state === 'sending' || state === 'waiting' ? (
            <IconButton
              size="mini"
              label={t('resource.document.cancel', { name })}
              icon={<IconClose />}
              onClick={() => onCancel(key)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
