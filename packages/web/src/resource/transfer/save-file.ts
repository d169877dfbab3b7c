/** Hands a file to the browser, to be saved where the person wants it. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Text with a byte order mark, so that a spreadsheet reads its Chinese. */
export function saveText(name: string, text: string, type: string): void {
  saveBlob(name, new Blob(['\uFEFF', text], { type: `${type};charset=utf-8` }));
}
