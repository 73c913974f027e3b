"""What people see: pages drawn from views, in German and English."""
