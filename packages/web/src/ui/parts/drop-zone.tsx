import '@arco-design/web-react/es/Upload/style/css.js';
import './drop-zone.css';
import { Upload } from '@arco-design/web-react';
import { useLayoutEffect, useRef } from 'react';
import { IconUpload } from '../icons.ts';

interface DropZoneProps {
  readonly title: string;
  readonly hint: string;
  /** Accessible name of the file input. */
  readonly label: string;
  /** Accepted file extensions, in the format of the `accept` attribute. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly disabled: boolean;
  /** Called with at least one file. */
  readonly onFiles: (files: readonly File[]) => void;
}

/**
 * A zone for files that are selected or dropped. Arco receives them but stores none. Arco would drop files of other types
 * silently, so all types are accepted, and the page reports what is wrong with them.
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
        // Arco calls this once per file with all of them; none is added to Arco's own list.
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
