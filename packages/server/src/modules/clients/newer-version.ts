/** Is a version such as `1.10.0` newer than the other? Numbers are compared one by one; what is missing is 0. */
export function isNewerVersion(one: string, other: string): boolean {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
