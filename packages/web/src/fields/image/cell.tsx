import '../fields.css';
import { useConfig } from '../../api/index.ts';
import type { CellProps } from '../field-props.ts';

/** Where an uploaded picture is fetched from. */
export function usePictureUrl(): (path: string) => string {
  const { apiBaseUrl } = useConfig();
  return (path) => `${apiBaseUrl}${path}`;
}

export function ImageCell({ value, whole }: CellProps<'image'>) {
  const url = usePictureUrl();
  return (
    <img className={whole ? 'cell-picture whole' : 'cell-picture'} src={url(String(value))} alt="" loading="lazy" />
  );
}
