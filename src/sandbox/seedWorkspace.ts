import { mixBits } from './mixBits.ts';
import { saltOf } from './saltOf.ts';

/** A workspace as the instance record nests it (section 2 of the service document). */
export type SeededWorkspace = {
  name: string;
  slug: string;
  id: string;
  payments_customer_id: string;
  created: string;
};

/** The nested workspace record, made from the slug alone. `now` is ms since 1970 UTC. */
export function seedWorkspace(slug: string, now: number): SeededWorkspace {
  const own = saltOf(slug);
  return {
    name: slug.charAt(0).toUpperCase() + slug.slice(1),
    slug,
    id: `ws-${own.toString(16).padStart(8, '0')}`,
    payments_customer_id: `cus_${mixBits(own).toString(16).padStart(8, '0')}`,
    // Older than any instance in it.
    created: new Date(now - 1100 * 24 * 60 * 60_000).toISOString(),
  };
}
