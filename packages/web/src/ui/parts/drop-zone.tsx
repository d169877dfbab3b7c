import '@arco-design/web-react/es/Upload/style/css.js';
import './drop-zone.css';
import { Upload } from '@arco-design/web-react';
import { useLayoutEffect, useRef } from 'react';
import { IconUpload } from '../icons.ts';

interface DropZoneProps {
  readonly title: string;
  readonly hint: string;
  /** Of the chooser behind it. */
  readonly label: string;
  /** Endings of names, as a file chooser takes them. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly disabled: boolean;
  /** With one file at least. */
  readonly onFiles: (files: readonly File[]) => void;
}

/**
 * Files that are chosen, or dropped on it. Arco takes them and keeps none. It would drop files of another type without a word,
 * so it lets all of them through, and the page says what is wrong with them.
 */
export function DropZone({ title, hint, label, accept, multiple = false, disabled, onFiles }: DropZoneProps) {
  const zone = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    zone.current?.querySelector('input')?.setAttribute('aria-label', label);
  }, [label]);
  return (
    <div ref={zone}>
      <Upload
        drag
        accept={{ type: accept, strict: false }}
        multiple={multiple}
        disabled={disabled}
        autoUpload={false}
        showUploadList={false}
        fileList={[]}
        // Asked once a file, with all of them; none goes into a list of Arco's.
        beforeUpload={(file, files) => {
          if (file === files[0]) onFiles(multiple ? files : [file]);
          return false;
        }}
      >
        <button
          type="button"
          className="drop-zone arco-upload-trigger-drag"
          disabled={disabled}
          // Enter already clicks the focused button; without this Arco would open the file chooser twice.
          onKeyDown={(event) => event.stopPropagation()}
        >
          <IconUpload aria-hidden="true" />
          <span className="arco-upload-trigger-drag-text">{title}</span>
          <span className="arco-upload-trigger-tip">{hint}</span>
        </button>
      </Upload>
    </div>
  );
}
