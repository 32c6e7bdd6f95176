import { useNavigate } from 'react-router-dom';

export function SignIn() {
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
