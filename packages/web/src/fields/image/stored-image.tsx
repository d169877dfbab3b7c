import './image.css';
import { useState } from 'react';
import { usePictureUrl } from '../../app/api/index.ts';
import { IconImage } from '../../ui/icons.ts';
import { useWords } from '../words.tsx';

interface StoredImageProps {
  /** The path as stored in the record. */
  readonly path: string;
  readonly className?: string;
  readonly width?: string;
  readonly height?: string;
  /** Loads the image only when it is near the visible part of the page. */
  readonly lazy?: boolean;
}

/**
 * An uploaded image. It is decorative, because the text next to it carries the information. A placeholder replaces it when it
 * cannot be loaded.
 */
export function StoredImage({ path, lazy = false, className, ...size }: StoredImageProps) {
  const t = useWords();
  const source = usePictureUrl()(path);
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === source) {
    const label = t('resource.image.unavailable');
    return (
      <span className="image-missing" role="img" aria-label={label} title={label}>
        <IconImage aria-hidden="true" />
      </span>
    );
  }
  return (
    <img
      {...size}
      {...(className ? { className } : {})}
      {...(lazy ? { loading: 'lazy' } : {})}
      src={source}
      alt=""
      onError={() => setFailed(source)}
    />
  );
}
