"""1830: railroads and robber barons."""
