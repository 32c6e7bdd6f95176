const maxLength = 512;

/**
 * Why a value may not stand in a path, as the end of a sentence that starts with its name; null where it may.
 * `encodeURIComponent` leaves `.` and `..` alone and the URL parser then climbs to the parent, in every spelling
 * (`%2e`, `.%2E`), so those values are refused before they are encoded. Stands on section 4 (path parameters).
 */
export function pathValueProblem(value: string): string | null {
  if (value === '') return 'is empty';
  if (value.length > maxLength) return `is longer than ${maxLength} characters`;
  if (!value.isWellFormed()) return 'holds half of a character (a lone surrogate)';
  if (dotSegment.test(value)) return 'is a dot segment, which would address something else';
  return null;
}

const dotSegment = /^(?:\.|%2e){1,2}$/i;
