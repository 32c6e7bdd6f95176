import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router-dom';

/**
 * The floor: a small console that uses only React, React Router and React Query. The bench divides the times of the real console
 * by the times of this page. All imports are static, because React delays a lazy route by up to 300 ms.
 */
function SignIn() {
  const navigate = useNavigate();
  return (
    <form onSubmit={() => navigate('/rows')}>
      <h1>Sign in</h1>
      <label>
        Workspace <input name="workspace" />
      </label>
      <label>
        Access token <input name="token" type="password" />
      </label>
      <button type="submit">Sign in</button>
    </form>
  );
}

type Row = { id: string; name: string; created: string; apiHost: string; dbHost: string };

function Rows() {
  const { data = [] } = useQuery<Row[]>({
    queryKey: ['rows'],
    queryFn: async () => (await fetch('/rows.json')).json(),
  });
  return (
    <table>
      <tbody>
        {data.map((row) => (
          <tr key={row.id}>
            <td>{row.name}</td>
            <td>{row.created}</td>
            <td>{row.apiHost}</td>
            <td>{row.dbHost}</td>
            <td>
              <button type="button">Delete {row.name}</button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the ID "root".');
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<SignIn />} />
        <Route path="/rows" element={<Rows />} />
      </Routes>
    </BrowserRouter>
  </QueryClientProvider>,
);
